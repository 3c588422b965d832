/** The words of a column's name, and which of them say that it is another thing than it seems. */
import { searchable } from "../../mirror/search/search-text.ts";

/** A name as words: without plurals, articles, digits, currencies, and what is in brackets. */
export interface HeaderWords {
  /** English and other Latin words: the thing itself comes last ("supplier barcode"). */
  latin: string[];
  /** Arabic words: the thing itself comes first. */
  arabic: string[];
  /** Words in round brackets, which may say what kind of it. */
  aside: string[];
}

const BRACKETS = /\[[^[\]]*\]|\{[^{}]*\}|\(([^()]*)\)/g;
const WORD_ENDS = [/(\p{Ll}|\d)(\p{Lu})/gu, /(\p{Lu})(\p{Lu}\p{Ll})/gu, /(\p{L})(\d)/gu, /(\d)(\p{L})/gu];
const isArabic = (word: string): boolean => /\p{Script=Arabic}/u.test(word);

const listed = (words: string): ReadonlySet<string> => new Set(wordsIn(words));

function stem(word: string): string {
  if (isArabic(word)) return word.replace(/^(?:وال|بال|لل|ال)(?=..)/, "");
  return /^..+[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

function wordsIn(text: string): string[] {
  // "Item #" is a number; "#" alone counts the rows.
  const numbered = text.replace(/(\p{L} ?)#/gu, "$1 no ");
  const apart = WORD_ENDS.reduce((name, end) => name.replace(end, "$1 $2"), numbered);
  return apart
    .split(/[^\p{L}\p{M}\p{N}\u0640]+/u)
    .map((word) => stem(searchable(word)))
    .filter((word) => /\p{L}/u.test(word));
}

const CURRENCIES = listed(
  "usd eur gbp sar yer aed kwd qar omr bhd egp jod iqd lbp syp sdg lyd mad dzd tnd try inr pkr ريال دولار درهم جنيه دينار ليرة",
);

/** "Barcodes/Barcode", "uom_id/id": a path says a word twice. */
const once = (words: readonly string[]): string[] =>
  words.filter((word, at) => word !== words[at - 1] && !CURRENCIES.has(word));

/** So much of a name is looked at. */
const NAME_LETTERS = 100;

/** The name's words. A name that is in brackets as a whole has those. */
export function headerWords(name: string): HeaderWords {
  const inside: string[] = [];
  const outside = name.slice(0, NAME_LETTERS).replace(BRACKETS, (_, round: string | undefined) => {
    inside.push(round ?? "");
    return " ";
  });
  const words = wordsIn(outside);
  const aside = inside.flatMap(wordsIn);
  const all = words.length > 0 ? words : aside;
  const hasArabic = all.some(isArabic);
  const hasLatin = all.some((word) => !isArabic(word));
  // "السعر (Price)" says it twice, in two languages.
  const translated = aside.filter((word) => (isArabic(word) ? !hasArabic : !hasLatin));
  return {
    latin: once([...all, ...translated].filter((word) => !isArabic(word))),
    arabic: once([...all, ...translated].filter(isArabic)),
    aside: aside.filter((word) => !translated.includes(word)),
  };
}

/** One spelling for words that are written apart or together: "bar code", "barcode". */
export const joined = (words: readonly string[]): string => words.join("");

/** What follows one of these says more about the thing before it: "cost per item", "price incl. VAT". */
const AFTERWARDS = listed(
  "per in incl including inc excl excluding ex with without before after شامل شاملا غير بدون قبل بعد مع لكل",
);

/** The words up to the first that begins such an addition. */
export function withoutAddition(words: readonly string[]): string[] {
  const end = words.findIndex((word, at) => at > 0 && AFTERWARDS.has(word));
  return end < 0 ? [...words] : words.slice(0, end);
}

/** Words by which a column is about something else than the word beside them. */
const OTHER_THINGS = listed(
  [
    "type kind list group class category categ subcategory department family section brand manufacturer maker model handle slug",
    "option attribute property image picture photo file url link tag seo meta google body html format symbology",
    "tax vat gst currency exchange center centre supplier vendor seller customer client partner contact person employee",
    "phone telephone tel mobile fax email mail address city country region zip postal website birth gender",
    "weight height width depth length size color colour volume dimension margin markup profit percent percentage",
    "discount promo promotion promotional special offer compare old previous new point loyalty commission deposit shipping freight handling minor cent dis disc",
    "reorder reordering min minimum max maximum low alert safety optimal ideal target restock",
    "track tracking tracker sold maintain allow allowed is has can include enable enabled required",
    "reserved committed incoming outgoing ordered order unavailable damaged returned transit forecast forecasted virtual projected planned requested out",
    "policy method rule warranty shelf bin rack aisle position start end begin created due delivery payment conversion threshold value year",
    "مجموعة فئة تصنيف قسم ماركة علامة عميل زبون مورد هاتف تلفون تليفون جوال موبايل فاكس بريد عنوان مدينة دولة",
    "ضريبة ضريبي ضريبية خصم عرض نوع حد حدود أدنى أعلى أقصى طلب طلبات وزن طول ارتفاع لون مقاس حجم صرف مباع مباعة مبيعات",
    "صورة رابط هامش ربح نسبة محجوز محجوزة سابق قديم قديمة عمولة نقاط رف مركز مستخدم موظف قيمة سجل إعادة تنبيه سنة",
  ].join(" "),
);
/** In brackets it says how a price is meant, elsewhere that it is the tax's. */
const TAXES = listed("tax vat gst ضريبة ضريبي ضريبية");
/** A price or a cost of all pieces is none of one. */
const OF_ALL = listed("total subtotal gross إجمالي مجموع كلي");

/** Words that say nothing about which column it is, beside one that does. */
const HARMLESS = listed(
  [
    "default main standard current primary internal external base stock storage inventory usage sale sell selling my our unique lookup the of id",
    "display full complete long short local latin english arabic en ar variant variation trade official legal template",
    "عربي عربية انجليزي انجليزية إنجليزي إنجليزية لاتيني رئيسي رئيسية افتراضي افتراضية داخلي داخلية حالي حالية كامل تجاري",
  ].join(" "),
);
/** What comes before the thing itself in Arabic. */
const BEFOREHAND = listed("آخر متوسط");

/** The Arabic words from the thing itself on. */
export const fromTheThing = (words: readonly string[]): string[] =>
  words.slice(words.findIndex((word) => !BEFOREHAND.has(word)));

export const isOtherThing = (word: string): boolean => OTHER_THINGS.has(word);
export const isTax = (word: string): boolean => TAXES.has(word);
export const isOfAll = (word: string): boolean => OF_ALL.has(word);
export const isHarmless = (word: string): boolean => HARMLESS.has(word);
