/** The few words that the main process says itself: menu, quit question, crashes. The rest is the renderer's. */
import type { Settings } from "../../contract/channels/shell.ts";

const en = {
  file: "File",
  quit: "Quit",
  edit: "Edit",
  undo: "Undo",
  redo: "Redo",
  cut: "Cut",
  copy: "Copy",
  paste: "Paste",
  selectAll: "Select all",
  view: "View",
  zoomIn: "Larger",
  zoomOut: "Smaller",
  resetZoom: "Actual size",
  fullScreen: "Full screen",
  minimize: "Minimize",
  developer: "Developer",
  unsentTitle: "Not everything is sent",
  unsent: "Entries not sent yet: {count}. The oldest has waited {age}.",
  unsentNoAge: "Entries not sent yet: {count}.",
  unsentDetail: "They are safe on this computer, and are sent the next time Counterside runs.",
  unsentOthers: "Waiting for a decision: {count}.",
  cantKnow: "It can't be said whether something is unsent",
  cantKnowDetail:
    "The engine does not answer. What was recorded is safe on this computer, and is sent the next time Counterside runs.",
  stay: "Stay",
  quitAnyway: "Quit anyway",
  screenStopped: "The screen stopped working and was opened again.",
  screenStoppedDetail: "Everything that was posted is safe. What was being typed may have to be typed again.",
  screenKeepsStopping: "The screen keeps stopping.",
  openAgain: "Open again",
  understood: "OK",
  settingsSetAside: "The settings could not be read, so the usual ones are used.",
  settingsSetAsideDetail: "The old file was kept: {path}",
  referenceDataFiles: "Reference data",
  backupFiles: "Counterside backup",
  allFiles: "All files",
  pdfFiles: "PDF",
  csvFiles: "Table (CSV)",
};
export type ShellWords = Readonly<Record<keyof typeof en, string>>;

const ar: ShellWords = {
  file: "ملف",
  quit: "إنهاء",
  edit: "تحرير",
  undo: "تراجع",
  redo: "إعادة",
  cut: "قص",
  copy: "نسخ",
  paste: "لصق",
  selectAll: "تحديد الكل",
  view: "عرض",
  zoomIn: "أكبر",
  zoomOut: "أصغر",
  resetZoom: "الحجم الأصلي",
  fullScreen: "ملء الشاشة",
  minimize: "تصغير",
  developer: "المطوّر",
  unsentTitle: "لم يُرسل كل شيء بعد",
  unsent: "عدد القيود التي لم تُرسل بعد: {count}. أقدمها ينتظر منذ {age}.",
  unsentNoAge: "عدد القيود التي لم تُرسل بعد: {count}.",
  unsentDetail: "هي محفوظة على هذا الجهاز، وتُرسل عند تشغيل Counterside في المرة القادمة.",
  unsentOthers: "بانتظار قرار: {count}.",
  cantKnow: "لا يمكن معرفة ما إذا كان هناك ما لم يُرسل",
  cantKnowDetail:
    "المحرك لا يجيب. ما سُجّل محفوظ على هذا الجهاز، ويُرسل عند تشغيل Counterside في المرة القادمة.",
  stay: "البقاء",
  quitAnyway: "إنهاء على أي حال",
  screenStopped: "توقفت الشاشة عن العمل وفُتحت من جديد.",
  screenStoppedDetail: "كل ما رُحّل محفوظ. قد يلزم إعادة كتابة ما كان قيد الكتابة.",
  screenKeepsStopping: "الشاشة تتوقف مرة بعد مرة.",
  openAgain: "فتح من جديد",
  understood: "حسنًا",
  settingsSetAside: "تعذّرت قراءة الإعدادات، فاستُخدمت الإعدادات المعتادة.",
  settingsSetAsideDetail: "حُفظ الملف القديم: {path}",
  referenceDataFiles: "بيانات مرجعية",
  backupFiles: "نسخة احتياطية من Counterside",
  allFiles: "كل الملفات",
  pdfFiles: "ملف PDF",
  csvFiles: "جدول (CSV)",
};

export const shellWords = (language: Settings["language"]): ShellWords => (language === "ar" ? ar : en);

/** Puts values into a sentence's {places}. */
export const fill = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

/** The locale that numbers are written in, as the person chose the digits. */
export function numberLocale({ language, digits }: Pick<Settings, "language" | "digits">): string {
  if (digits === "latin") return `${language}-u-nu-latn`;
  if (digits === "arabic") return `${language}-u-nu-arab`;
  return language;
}
