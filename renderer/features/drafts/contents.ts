/** What each kind of draft holds on the disk. A form of another version is not read, and stays where it is. */
import { z } from "zod";
import { byField, COLUMNS } from "../../../contract/return-line.ts";
import { draftReference } from "../references/reference-rows.ts";

const text = z.string();

export const returnLine = z.object({
  lineId: text,
  /** As typed; an id that is empty is not chosen yet. Ids stay text: they may be longer than a number holds. */
  ...byField(COLUMNS, () => text),
  /** A typed price is never replaced by a default. */
  priceTyped: z.boolean(),
  /** The unit that the price was for, where the line's unit became another and the price stayed: to be looked at. */
  priceUnitId: text.optional(),
  /** It came through the field one scans into: from its quantity one goes back there. */
  scanned: z.boolean().default(false),
  /** The line of a purchase that it gives back. */
  purchaseLine: z.object({ documentNo: text, supplierAccountId: text, row: text }).optional(),
});

export const returnContent = z.object({
  version: z.literal(1),
  supplierAccountId: text,
  cashOrBankAccountId: text,
  storeId: text,
  currencyId: text,
  note: text,
  references: z.array(draftReference),
  lines: z.array(returnLine),
  /** The entry this return replaces. */
  corrects: text.nullable(),
});

/** A return that is kept under a name, to be begun again. */
export const templateContent = z.object({ version: z.literal(1), name: text, content: returnContent });

export const voucherEdit = z.object({
  amount: text,
  currencyId: text,
  note: text,
  status: text,
  references: z.array(draftReference),
  /** The entry this edit replaces. */
  corrects: text.nullable(),
  /** Kept from the entry that is corrected; else the engine knows them. */
  creator: z.object({ userId: text, deviceId: text }).nullable(),
  /** What was known when it was begun; null where nothing was. */
  basis: z
    .object({
      amount: text.nullable(),
      currencyId: text.nullable(),
      note: text.nullable(),
      status: text.nullable(),
    })
    .nullable(),
});

export const voucherContent = z.object({ version: z.literal(1), serialNo: text, edit: voucherEdit });
