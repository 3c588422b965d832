/** What the columns of files are called. */
import type { TFunction } from "i18next";
import { columnNamed } from "../../../contract/lists.ts";

/** What a column is called on the screen; a column that this page doesn't know goes by its name. */
export function columnWords(t: TFunction, name: string): string {
  const known = columnNamed(name);
  if (known === null) return name;
  return known.name === "freeQuantity" ? t("catalogue.column.freeQuantity") : t(`field.${known.name}`);
}
