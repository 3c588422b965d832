import { describe, expect, it } from "vitest";
import { returnContent, voucherContent } from "../../../../../renderer/features/drafts/contents.ts";
import { printDraft, readDraft } from "../../../../../renderer/features/drafts/drafts.ts";
import { withFiles } from "../../../../../renderer/features/references/reference-rows.ts";
import { emptyDraft, emptyLine } from "../../../../../renderer/screens/purchase-return/draft/draft.ts";
import { beginEdit } from "../../../../../renderer/screens/tax-voucher/voucher-edit.ts";

const references = withFiles([], [{ sha256: "a".repeat(64), name: "scan.pdf", bytes: 3 }], () => "k");

describe("a draft", () => {
  it("of a return is read back letter for letter, with its lines and files", () => {
    const draft = { ...emptyDraft("d"), note: "مرتجع", references, lines: [emptyLine("a")] };
    expect(readDraft(returnContent, "d", printDraft(draft))).toEqual(draft);
  });

  it("of a voucher's edit is read back letter for letter, with its files", () => {
    const edit = { ...beginEdit(null, null, null), amount: "٨١٫٢", references };
    const draft = { draftId: "d", version: 1, serialNo: "s", edit };
    expect(readDraft(voucherContent, "d", printDraft(draft))).toEqual(draft);
  });

  it.each(["", "{", "[]", '{"version":2}', '{"version":2,"serialNo":"s","edit":{}}'])(
    "is not guessed out of %j, which another version may have written",
    (text) => {
      expect(readDraft(returnContent, "d", text)).toBeNull();
      expect(readDraft(voucherContent, "d", text)).toBeNull();
    },
  );
});
