/** How wide the columns of an A4 slip must be, in millimetres. Pure. */

/** A digit at the table's size, and the space between columns. */
const DIGIT_MM = 1.9;
const GAP_MM = 3;
const ROOM_MM = 186;
/** A name in a narrower column breaks too often to be read. */
const LEAST_FOR_NAMES_MM = 48;

/** The columns of numbers, in their order; those of money have the currency's decimals. */
export const AMOUNTS = [
  { column: "quantity", field: "quantity", isMoney: false },
  { column: "free", field: "freeQuantity", isMoney: false },
  { column: "received", field: "receivedQuantity", isMoney: false },
  { column: "price", field: "price", isMoney: true },
  { column: "total", field: "total", isMoney: true },
] as const;
export type AmountColumn = (typeof AMOUNTS)[number]["column"];

/** The longest written text of every column but the product's. */
export type LongestTexts = Record<AmountColumn | "number" | "unit", number>;

const HEADINGS_MM: LongestTexts = {
  number: 5,
  unit: 12,
  quantity: 14,
  free: 11,
  received: 15,
  price: 14,
  total: 16,
};
const WIDEST_UNIT_MM = 24;

/** Column tracks, or null where the numbers are so long that lines are better stacked. */
export function lineTracks(longest: LongestTexts): string | null {
  const width = (column: keyof LongestTexts) =>
    Math.max(HEADINGS_MM[column], Math.ceil(longest[column] * DIGIT_MM) + GAP_MM);
  const unit = Math.min(width("unit"), WIDEST_UNIT_MM);
  const rest = AMOUNTS.map(({ column }) => width(column));
  const taken = width("number") + unit + rest.reduce((sum, each) => sum + each, 0);
  if (ROOM_MM - taken < LEAST_FOR_NAMES_MM) return null;
  return [`${width("number")}mm`, "minmax(0, 1fr)", `${unit}mm`, ...rest.map((each) => `${each}mm`)].join(
    " ",
  );
}
