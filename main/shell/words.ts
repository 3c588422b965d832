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
  unsentTitle: "Some entries haven't been sent",
  unsent: "Entries not sent yet: {count}. The oldest has been waiting for {duration}.",
  unsentNoAge: "Entries not sent yet: {count}.",
  unsentDetail:
    "All of them are safe on this computer. Entries not sent yet wait until Counterside runs again and can send.",
  unsentOthers: "Waiting for a decision: {count}.",
  cantKnow: "Counterside can't check for unsent entries",
  cantKnowDetail:
    "Counterside isn't responding. Everything you saved is safe on this computer. Entries not sent yet wait until Counterside runs again and can send.",
  fileAwayDetail:
    "The data of this connection is being opened or repaired. You can quit: that is done the next time Counterside runs.",
  fileWaitsDetail:
    "The data of this connection can't be opened now, for example because the disk is full or a drive is missing. You can quit: Counterside tries again the next time it runs.",
  fileRefusedDetail:
    "This version of Counterside can't open the data of this connection. Nothing in it was changed or is sent. You can quit: the data stays as it is.",
  lastKnown: "As last known:",
  codeShown: "A code that is shown only once is still on the screen",
  codeShownDetail:
    "If you quit before you write it down, it is lost: a recovery code then resets no forgotten PIN, and an owner's key opens no backup. You can make a new one in Settings.",
  stay: "Stay",
  quitAnyway: "Quit anyway",
  screenStopped: "The window stopped working and was opened again.",
  screenStoppedDetail: "Everything you saved is safe. You may have to type again what you were typing.",
  screenKeepsStopping: "The window keeps stopping.",
  openAgain: "Open again",
  understood: "OK",
  settingsSetAside: "The settings couldn't be read, so the default settings are used.",
  settingsSetAsideDetail: "The old file was kept: {path}",
  referenceDataFiles: "Reference data",
  backupFiles: "Counterside backup",
  allFiles: "All files",
  pdfFiles: "PDF",
  csvFiles: "Table (CSV)",
  jsonLinesFiles: "JSON Lines",
  zipFiles: "Archive (ZIP)",
  htmlFiles: "Web page (HTML)",
  supportReadme: `Counterside support bundle

What is in it: versions; settings; the state of the program; the newest entries and attempts by kind, state and time; kinds and sizes of files; the program's log.
What is not in it: the access token, the PIN, names of suppliers, products, files and folders, amounts, notes, addresses, the texts of error messages, what was sent and what was answered, and memory dumps.

Before the bundle was saved, every file was searched for the access token in all its spellings, and it was not found. You can open each file with a text editor before you pass it on.
`,
  attachFile: "Attach files",
  attach: "Attach",
  cancel: "Cancel",
  open: "Open",
  show: "Show in folder",
  contact: "Contact this server",
  use: "Use it",
  openFileQuestion: "Open the file {what}?",
  showFileQuestion: "Show the file {what} in its folder?",
  openFileDetail:
    "Another program on this computer will read it. Continue only if you have just asked for this and know where the file comes from.",
  openLinkQuestion: "Open {what} in the browser?",
  openLinkDetail:
    "The address itself can tell its server something. Continue only if you have just asked for this and know the address.",
  contactServerQuestion: "Contact the server {what}?",
  contactServerDetail:
    "This computer hasn't used it before. Entries and the access token are sent to the server of the connection. Continue only if you typed this address yourself and it is the right one.",
  shopFolderQuestion: "Use {what} as the shop folder?",
  shopFolderDetail:
    "Lists and prices come from there, and the status and the backups of this computer go there, where others may read them. Continue only if you typed this yourself and it is the right one.",
  recipientQuestion: "Encrypt the backups in the shop folder to {what}?",
  recipientDetail:
    "Only the key that belongs to it opens them. Continue only if you have just asked for this and it is your own key.",
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
  unsentTitle: "توجد عمليات لم تُرسل بعد",
  unsent: "عدد العمليات التي لم تُرسل بعد: {count}. مدة انتظار أقدمها: {duration}.",
  unsentNoAge: "عدد العمليات التي لم تُرسل بعد: {count}.",
  unsentDetail:
    "كلها محفوظة على هذا الجهاز. والعمليات غير المرسلة تنتظر حتى يعمل Counterside مرة أخرى ويستطيع الإرسال.",
  unsentOthers: "بانتظار قرار: {count}.",
  cantKnow: "تعذّر التحقق من وجود عمليات غير مرسلة",
  cantKnowDetail:
    "البرنامج لا يستجيب. كل ما حفظته سليم على هذا الجهاز. والعمليات غير المرسلة تنتظر حتى يعمل Counterside مرة أخرى ويستطيع الإرسال.",
  fileAwayDetail:
    "جارٍ فتح بيانات هذا الاتصال أو إصلاحها. يمكنك الإنهاء: يتم ذلك عند تشغيل Counterside في المرة القادمة.",
  fileWaitsDetail:
    "يتعذّر الآن فتح بيانات هذا الاتصال، لأن القرص ممتلئ أو غير موصول مثلًا. يمكنك الإنهاء: تُعاد المحاولة عند تشغيل Counterside في المرة القادمة.",
  fileRefusedDetail:
    "لا يستطيع هذا الإصدار من Counterside فتح بيانات هذا الاتصال. لم يتغير فيها شيء ولا يُرسل منها شيء. يمكنك الإنهاء: تبقى البيانات كما هي.",
  lastKnown: "بحسب آخر قيمة معروفة:",
  codeShown: "ما زال على الشاشة رمز يظهر مرة واحدة فقط",
  codeShownDetail:
    "إذا أنهيت البرنامج قبل تدوينه فُقد: فلا يعيّن رمز الاسترداد رقمًا سريًا جديدًا إن نسيت الرقم الحالي، ولا يفتح مفتاح المالك نسخة احتياطية. ويمكنك إنشاء رمز جديد في الإعدادات.",
  stay: "البقاء",
  quitAnyway: "إنهاء على أي حال",
  screenStopped: "توقفت النافذة عن العمل وفُتحت من جديد.",
  screenStoppedDetail: "كل ما حفظته سليم. وقد يلزم أن تعيد كتابة ما كنت تكتبه.",
  screenKeepsStopping: "تتوقف النافذة باستمرار.",
  openAgain: "فتح من جديد",
  understood: "حسنًا",
  settingsSetAside: "تعذّرت قراءة الإعدادات، فاستُخدمت الإعدادات الافتراضية.",
  settingsSetAsideDetail: "حُفظ الملف القديم: \u2066{path}\u2069",
  referenceDataFiles: "البيانات الأساسية",
  backupFiles: "نسخة احتياطية من Counterside",
  allFiles: "كل الملفات",
  pdfFiles: "ملف PDF",
  csvFiles: "جدول (CSV)",
  jsonLinesFiles: "ملف JSON Lines",
  zipFiles: "أرشيف (ZIP)",
  htmlFiles: "صفحة ويب (HTML)",
  supportReadme: `حزمة دعم Counterside

ما فيها: الإصدارات؛ الإعدادات؛ حالة البرنامج؛ أحدث العمليات والمحاولات بنوعها وحالتها ووقتها؛ أنواع الملفات وأحجامها؛ سجل البرنامج.
ما ليس فيها: رمز الدخول، والرقم السري، وأسماء الموردين والأصناف والملفات والمجلدات، والمبالغ، والملاحظات، والعناوين، ونصوص رسائل الخطأ، وما أُرسل وما ورد من أجوبة، وملفات تشخيص الذاكرة.

قبل حفظ الحزمة بُحث في كل ملف عن رمز الدخول بجميع صيغه فلم يوجد. يمكنك فتح كل ملف بمحرر نصوص قبل تسليمها.
`,
  attachFile: "إرفاق ملفات",
  attach: "إرفاق",
  cancel: "إلغاء",
  open: "فتح",
  show: "عرض في المجلد",
  contact: "الاتصال بهذا الخادم",
  use: "استخدام",
  openFileQuestion: "هل يُفتح الملف {what}؟",
  showFileQuestion: "هل يُعرض الملف {what} في مجلده؟",
  openFileDetail: "سيقرؤه برنامج آخر على هذا الجهاز. تابع فقط إن كنت طلبت ذلك الآن وتعرف مصدر الملف.",
  openLinkQuestion: "هل يُفتح {what} في المتصفح؟",
  openLinkDetail: "قد يكشف العنوان نفسه شيئًا لخادمه. تابع فقط إن كنت طلبت ذلك الآن وتعرف العنوان.",
  contactServerQuestion: "هل يُتصل بالخادم {what}؟",
  contactServerDetail:
    "لم يستخدمه هذا الجهاز من قبل. تُرسل العمليات ورمز الدخول إلى خادم الاتصال. تابع فقط إن كنت كتبت هذا العنوان بنفسك وكان هو الصحيح.",
  shopFolderQuestion: "هل يُستخدم {what} مجلدًا للمتجر؟",
  shopFolderDetail:
    "تأتي القوائم والأسعار منه، وتُحفظ فيه حالة هذا الجهاز ونسخه الاحتياطية لمن يحق له قراءتها. تابع فقط إن كنت كتبت هذا بنفسك وكان هو الصحيح.",
  recipientQuestion: "هل تُشفّر النسخ الاحتياطية في مجلد المتجر للمفتاح {what}؟",
  recipientDetail: "لا يفتحها إلا المفتاح المقابل له. تابع فقط إن كنت طلبت ذلك الآن وكان هذا مفتاحك.",
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
