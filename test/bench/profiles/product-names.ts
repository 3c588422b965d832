/**
 * Products as a large shop has them: English, Arabic and both, brands of which few are everywhere, part numbers in
 * names, and Arabic written as people write it: with and without hamza, vowels and tatweel, in either digits.
 */

export interface ProductNamed {
  id: number;
  name: string;
  /** Thirteen digits, every one once. */
  barcode: string;
  price: string;
  costPrice: string;
}

/** A word in English and in Arabic. */
type Word = readonly [english: string, arabic: string];

const words = (text: string): Word[] =>
  text
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => {
      const [english = "", arabic = ""] = line.split("=");
      return [english.trim(), arabic.trim()] as const;
    });

/** The first ones stand on most shelves. */
const BRANDS = words(`
  Almarai = المراعي
  Nadec = نادك
  Nestle = نستله
  Hana = هناء
  Al Hayat = الحياة
  Lipton = ليبتون
  Indomie = إندومي
  Shamlan = شملان
  Yemany = يماني
  Fairy = فيري
  Tide = تايد
  Luna = لونا
  Americana = أمريكانا
  Al Ahlam = الأحلام
  Rainbow = رينبو
  Goody = قودي
  Sunbulah = السنبلة
  Kiri = كيري
  Puck = بوك
  Saba = سبأ
  Teashop = تي شوب
  Abu Walad = أبو ولد
  Abu Kass = أبو كأس
  Mazen = مازن
  Ramadan = رمضان
  Vimto = فيمتو
  Galaxy = جالكسي
  Ülker = أولكر
  Café Najjar = قهوة نجار
  Dettol = ديتول
  Persil = برسيل
  Colgate = كولجيت
  Signal = سيجنال
  Pantene = بانتين
  Sensodyne = سنسوداين
  Panadol = بنادول
  Bosch = بوش
  Denso = دينسو
  Toyota = تويوتا
  Hyundai = هيونداي
  Hilux = هايلوكس
  Makita = ماكيتا
  Stanley = ستانلي
  Philips = فيليبس
  Samsung = سامسونج
  Anker = أنكر
  Faber = فابر
  Pilot = بايلوت
`);

const GOODS = words(`
  Milk = حليب
  Rice = أرز
  Sugar = سكر
  Tea = شاي
  Coffee = قهوة
  Oil = زيت
  Juice = عصير
  Biscuits = بسكويت
  Noodles = شعيرية
  Cheese = جبنة
  Yoghurt = زبادي
  Butter = زبدة
  Honey = عسل
  Flour = دقيق
  Lentils = عدس
  Beans = فاصوليا
  Tuna = تونة
  Tomato paste = معجون طماطم
  Ketchup = كاتشب
  Vinegar = خل
  Dates = تمر
  Cardamom = هيل
  Water = ماء
  Chocolate = شوكولاتة
  Chips = رقائق بطاطس
  Detergent = مسحوق غسيل
  Dish soap = صابون صحون
  Shampoo = شامبو
  Toothpaste = معجون أسنان
  Tissues = مناديل
  Bleach = مبيّض
  Razor = شفرة حلاقة
  Nappies = حفاضات
  Baby formula = حليب أطفال
  Notebook = دفتر
  Pen = قلم
  Battery = بطارية
  Light bulb = لمبة إضاءة
  Cable = كيبل
  Charger = شاحن
  Brake pad = فحمات فرامل
  Oil filter = فلتر زيت
  Air filter = فلتر هواء
  Spark plug = بوجيه
  Bearing = رمان بلي
  Wiper blade = مساحة زجاج
  Hinge = مفصلة
  Screw = برغي
  Paint = دهان
  Drill bit = ريشة مثقاب
`);

const KINDS = words(`
  full cream = كامل الدسم
  low fat = قليل الدسم
  classic = كلاسيك
  extra = إكسترا
  original = أصلي
  strawberry = فراولة
  mango = مانجو
  orange = برتقال
  lemon = ليمون
  vanilla = فانيليا
  chicken = دجاج
  vegetable = خضار
  hot = حار
  basmati = بسمتي
  white = أبيض
  red = أحمر
  blue = أزرق
  black = أسود
  green = أخضر
  small = صغير
  large = كبير
  family = عائلي
  front = أمامي
  rear = خلفي
  steel = ستيل
  fresh = طازج
  instant = سريع التحضير
  roasted = محمّص
  with cardamom = بالهيل
  sensitive = للبشرة الحساسة
`);

const AMOUNTS = words(`
  250 g = 250 جم
  400 g = ٤٠٠ جم
  500 g = 500 غرام
  900 g = ٩٠٠ غرام
  1 kg = 1 كجم
  2 kg = ٢ كيلو
  5 kg = 5 كجم
  10 kg = ١٠ كيلو
  200 ml = 200 مل
  330 ml = ٣٣٠ مل
  1 l = 1 لتر
  1.5 l = ١٫٥ لتر
  12 pieces = 12 حبة
  24 pieces = ٢٤ حبة
  box = كرتون
  pack = علبة
`);

const spoken = (tongue: 0 | 1) => {
  const of = (list: readonly Word[]): string[] => list.map((pair) => pair[tongue]);
  return { brands: of(BRANDS), goods: of(GOODS), kinds: of(KINDS), amounts: of(AMOUNTS) };
};
/** The same words by themselves, for names of other kinds. */
export const WESTERN = spoken(0);
export const ARABIC = spoken(1);

const ARTICLES = "ABCDEFGHJKLMNPRSTUVWXYZ";
const VOWELS = ["\u064E", "\u064F", "\u0650", "\u0651", "\u0652"];

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const NONE: Word = ["", ""];
const one = (list: readonly Word[], share: number): Word => list[Math.floor(share * list.length)] ?? NONE;

/** As other hands write the same name: vowels, a stretched letter, a hamza left out. */
function asWritten(name: string, next: () => number): string {
  const hand = next();
  if (hand < 0.7) return name;
  if (hand < 0.85) return name.replace(/[أإآ]/g, "ا");
  const letters = [...name];
  const at = 1 + Math.floor(next() * Math.max(1, letters.length - 2));
  const isInside = /[\u0628-\u064A]/.test(letters[at] ?? "") && /[\u0628-\u064A]/.test(letters[at + 1] ?? "");
  if (!isInside) return name;
  const mark = hand < 0.92 ? "\u0640" : (VOWELS[Math.floor(next() * VOWELS.length)] ?? "");
  return [...letters.slice(0, at + 1), mark, ...letters.slice(at + 1)].join("");
}

/** The maker's own code of an article, as `KX-40721`. */
const codeOf = (n: number, next: () => number): string => {
  const letter = () => ARTICLES[Math.floor(next() * ARTICLES.length)] ?? "X";
  return `${letter()}${letter()}-${10_000 + ((n * 7_919) % 90_000)}`;
};

/** The `n`th product, from 0; the same one every time. */
export function productNamed(n: number): ProductNamed {
  const next = numbersOf(0x5eed + n * 2_654_435_761);
  // The square makes the first brands common and the last ones rare, as on a shelf.
  const brand = one(BRANDS, next() ** 2);
  const good = one(GOODS, next() ** 1.4);
  const kind = one(KINDS, next());
  const amount = one(AMOUNTS, next());
  const code = next() < 0.35 ? codeOf(n, next) : "";
  const tongue = next();
  const joined = (parts: readonly string[]) => parts.filter((part) => part !== "").join(" ");
  const english = joined([brand[0], good[0], kind[0], amount[0], code]);
  const arabic = () => asWritten(joined([good[1], brand[1], kind[1], amount[1]]), next);
  const name = tongue < 0.4 ? english : tongue < 0.8 ? joined([arabic(), code]) : `${english} / ${arabic()}`;
  const cost = 50 + Math.floor(next() * 400_000) / 100;
  return {
    id: 100_000 + n,
    name,
    barcode: String(6_280_000_000_000 + n),
    price: (cost * 1.25).toFixed(2),
    costPrice: cost.toFixed(2),
  };
}

/** The header of a file of such products. */
export const PRODUCT_HEADER = "id,name,barcode,measureUnitId,price,costPrice,deleted";

/** The `n`th product as a line of a CSV file under `PRODUCT_HEADER`; every 200th one is deleted. */
export function productRow(n: number): string {
  const { id, name, barcode, price, costPrice } = productNamed(n);
  return `${id},${name},${barcode},1,${price},${costPrice},${n % 200 === 199 ? 1 : 0}`;
}
