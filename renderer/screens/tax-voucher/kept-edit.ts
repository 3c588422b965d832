/** A voucher's edit as a draft's text. Pure. */
import { z } from "zod";
import { type VoucherEdit, voucherEdit } from "./voucher-edit.ts";

const content = z.object({ version: z.literal(1), serialNo: z.string(), edit: voucherEdit });

export const printEdit = (serialNo: string, edit: VoucherEdit): string =>
  JSON.stringify({ version: 1, serialNo, edit } satisfies z.infer<typeof content>);

/** Null where another version of the program wrote it. */
export function readEdit(text: string): { serialNo: string; edit: VoucherEdit } | null {
  try {
    const read = content.safeParse(JSON.parse(text));
    return read.success ? { serialNo: read.data.serialNo, edit: read.data.edit } : null;
  } catch {
    // No JSON at all: as unreadable as another version's.
    return null;
  }
}
