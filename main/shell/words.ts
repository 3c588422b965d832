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
  unsentDetail:
    "All of them are safe on this computer. Those not sent yet wait until Counterside runs again and can send.",
  unsentOthers: "Waiting for a decision: {count}.",
  cantKnow: "It can't be said whether something is unsent",
  cantKnowDetail:
    "A part of Counterside does not answer. What was saved is safe on this computer, and what is not sent yet waits until Counterside runs again and can send.",
  fileAwayDetail:
    "The data of this connection is being opened or repaired at the moment. You can quit: it is opened or repaired the next time Counterside runs.",
  fileWaitsDetail:
    "The data of this connection can't be opened at the moment, for example because the disk is full or a drive is missing. You can quit: it is tried again the next time Counterside runs.",
  fileRefusedDetail:
    "This version of Counterside can't open the data of this connection. Nothing in it was changed, and nothing of it is sent. You can quit: the data stays as it is.",
  lastKnown: "What was known last:",
  codeShown: "The recovery code is still on the screen",
  codeShownDetail:
    "It is shown this once. If you quit before you copy it, it is lost: a forgotten PIN can then not be reset. You can make a new code in Settings with the PIN.",
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
  jsonLinesFiles: "JSON Lines",
  zipFiles: "Archive (ZIP)",
  supportReadme: `Counterside support bundle

What is in it: versions; settings; the counter's state; the newest entries and attempts by kind, state and time; kinds and sizes of files; the program's log; crash reports.
What is not in it: the token, the PIN, names of suppliers, products, files and folders, amounts, notes, addresses, the words of error messages, what was sent and what was answered, and memory dumps.

Before it was saved, every file was searched for the token in all its spellings, and it was not found. You can open each file with a text editor before you hand it on.
`,
  attachFile: "Attach files",
  attach: "Attach",
  cancel: "Cancel",
  open: "Open",
  show: "Show in folder",
  contact: "Contact this server",
  openFileQuestion: "Open the file {what}?",
  showFileQuestion: "Show the file {what} in its folder?",
  openFileDetail:
    "Another program of this computer will read it. Say yes only if you asked for it just now and know where the file comes from.",
  openLinkQuestion: "Open {what} in the browser?",
  openLinkDetail:
    "The address itself tells its server something. Say yes only if you asked for it just now and know the address.",
  contactServerQuestion: "Contact the server {what}?",
  contactServerDetail:
    "This counter does not know it yet. What is entered here, and the token, go to the server of the connection. Say yes only if you typed this address yourself and it is the right one.",
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
  unsent: "عدد العمليات التي لم تُرسل بعد: {count}. أقدمها ينتظر منذ {age}.",
  unsentNoAge: "عدد العمليات التي لم تُرسل بعد: {count}.",
  unsentDetail:
    "كلها محفوظة على هذا الجهاز. وما لم يُرسل بعد ينتظر حتى يعمل Counterside من جديد ويستطيع الإرسال.",
  unsentOthers: "بانتظار قرار: {count}.",
  cantKnow: "لا يمكن معرفة ما إذا كان هناك ما لم يُرسل",
  cantKnowDetail:
    "جزء من Counterside لا يجيب. ما حُفظ موجود على هذا الجهاز، وما لم يُرسل بعد ينتظر حتى يعمل Counterside من جديد ويستطيع الإرسال.",
  fileAwayDetail:
    "يجري الآن فتح بيانات هذا الاتصال أو إصلاحها. يمكنك الإنهاء: تُفتح البيانات أو تُصلح عند تشغيل Counterside في المرة القادمة.",
  fileWaitsDetail:
    "يتعذر الآن فتح بيانات هذا الاتصال، لأن القرص ممتلئ أو غير موصول مثلًا. يمكنك الإنهاء: تُعاد المحاولة عند تشغيل Counterside في المرة القادمة.",
  fileRefusedDetail:
    "لا يستطيع هذا الإصدار من Counterside فتح بيانات هذا الاتصال. لم يتغير فيها شيء ولا يُرسل منها شيء. يمكنك الإنهاء: تبقى البيانات كما هي.",
  lastKnown: "بحسب آخر قيمة معروفة:",
  codeShown: "رمز الاسترداد ما زال على الشاشة",
  codeShownDetail:
    "يظهر هذه المرة فقط. إذا أنهيت البرنامج قبل نقله ضاع الرمز: لا يمكن عندئذ تعيين رقم سري جديد إن نُسي. يمكنك إنشاء رمز جديد في الإعدادات بالرقم السري.",
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
  jsonLinesFiles: "أسطر JSON",
  zipFiles: "أرشيف (ZIP)",
  supportReadme: `حزمة دعم Counterside

ما فيها: الإصدارات؛ الإعدادات؛ حال نقطة البيع؛ أحدث القيود والمحاولات بنوعها وحالتها ووقتها؛ أنواع الملفات وأحجامها؛ سجل البرنامج؛ تقارير الأعطال.
ما ليس فيها: رمز الدخول، والرقم السري، وأسماء الموردين والأصناف والملفات والمجلدات، والمبالغ، والملاحظات، والعناوين، ونصوص رسائل الخطأ، وما أُرسل وما أُجيب به، وصور الذاكرة.

قبل حفظها بُحث في كل ملف عن رمز الدخول بجميع صوره فلم يوجد. يمكنك فتح كل ملف بمحرر نصوص قبل تسليمها.
`,
  attachFile: "إرفاق ملفات",
  attach: "إرفاق",
  cancel: "إلغاء",
  open: "فتح",
  show: "عرض في المجلد",
  contact: "الاتصال بهذا الخادم",
  openFileQuestion: "هل يُفتح الملف {what}؟",
  showFileQuestion: "هل يُعرض الملف {what} في مجلده؟",
  openFileDetail: "سيقرؤه برنامج آخر على هذا الجهاز. وافق فقط إن كنت طلبت ذلك الآن وتعرف مصدر الملف.",
  openLinkQuestion: "هل يُفتح {what} في المتصفح؟",
  openLinkDetail: "العنوان نفسه يخبر خادمه بشيء. وافق فقط إن كنت طلبت ذلك الآن وتعرف العنوان.",
  contactServerQuestion: "هل يُتصل بالخادم {what}؟",
  contactServerDetail:
    "لا تعرفه نقطة البيع هذه بعد. ما يُدخل هنا ورمز الدخول يذهبان إلى خادم الاتصال. وافق فقط إن كنت كتبت هذا العنوان بنفسك وكان هو الصحيح.",
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
