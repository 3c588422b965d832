/** Reads of an OpenDocument's styles what changes how its sheets are read: which are hidden, and what their numbers mean. */
import { type CellText, formattedNumber, NO_SUCH_DATE, type NumberFormat } from "../xlsx/cells.ts";
import { type Attributes, attribute } from "./attributes.ts";

const MAX_STYLES = 100_000;
const WIDEST = 40;
/** The day before the first one of a sheet, as its file names it. */
const USUAL_NULL_DATE = "1899-12-30";
const NULL_DATE_1904 = "1904-01-01";

export class OdsFormats {
  /** Of the formats that are not plain numbers, by name. */
  readonly #means = new Map<string, NumberFormat>();
  /** The formats' names by those of the cells' styles. */
  readonly #formats = new Map<string, string>();
  readonly #hidden = new Set<string>();
  #style: { name: string; family: string } | null = null;
  #numberStyle: string | null = null;
  #nullDate = USUAL_NULL_DATE;

  open(element: string, attributes: Attributes): void {
    const name = attribute(attributes, "name") ?? "";
    switch (element) {
      case "number-style":
        this.#numberStyle = name;
        return;
      case "number":
        this.#openNumber(attributes);
        return;
      case "date-style":
      case "time-style":
        this.#means.set(name, { means: "date" });
        return;
      case "style":
        this.#openStyle(name, attributes);
        return;
      case "table-properties":
        if (this.#style?.family === "table" && attribute(attributes, "display") === "false")
          this.#hidden.add(this.#style.name);
        return;
      case "null-date":
        this.#nullDate = attribute(attributes, "date-value") ?? USUAL_NULL_DATE;
        return;
    }
  }

  close(element: string): void {
    if (element === "number-style") this.#numberStyle = null;
    if (element === "style") this.#style = null;
  }

  #openNumber(attributes: Attributes): void {
    const width = Number(attributes["number:min-integer-digits"] ?? "1");
    const decimals = attributes["number:decimal-places"] ?? "0";
    if (this.#numberStyle === null || decimals !== "0" || !(width >= 2 && width <= WIDEST)) return;
    if (this.#means.size < MAX_STYLES) this.#means.set(this.#numberStyle, { means: "zeros", width });
  }

  #openStyle(name: string, attributes: Attributes): void {
    this.#style = { name, family: attribute(attributes, "family") ?? "" };
    const format = attribute(attributes, "data-style-name");
    if (format !== undefined && this.#formats.size < MAX_STYLES) this.#formats.set(name, format);
  }

  isHidden(tableStyle: string | undefined): boolean {
    return tableStyle !== undefined && this.#hidden.has(tableStyle);
  }

  /** The text of a number in a cell of that style. A program writes a date's number where it knows no dates. */
  read(raw: string, cellStyle: string | undefined): CellText {
    const format = this.#means.get(this.#formats.get(cellStyle ?? "") ?? "") ?? { means: "number" };
    const isKnown = this.#nullDate === USUAL_NULL_DATE || this.#nullDate === NULL_DATE_1904;
    if (format.means === "date" && !isKnown) return NO_SUCH_DATE;
    return formattedNumber(raw, format, this.#nullDate === NULL_DATE_1904);
  }
}
