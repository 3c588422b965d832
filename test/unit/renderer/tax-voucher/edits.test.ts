import { describe, expect, it } from "vitest";
import { ENTRY_STATES, type EntryState } from "../../../../contract/entry-states.ts";
import {
  emptyReference,
  typedReferences,
  withFiles,
} from "../../../../renderer/features/references/reference-rows.ts";
import {
  beginEdit,
  correctionRefusal,
  movedFields,
  type SaidVoucher,
} from "../../../../renderer/screens/tax-voucher/voucher-edit.ts";

const said: SaidVoucher = {
  source: "service",
  at: null,
  values: { amount: "80.50", currencyId: "YER", note: "رسوم", status: "1" },
};
const file = { sha256: "a".repeat(64), name: "scan.pdf", bytes: 3 };

describe("what moved under an edit", () => {
  it("is listed by field, and another spelling of an amount is no move", () => {
    const edit = beginEdit(said, null, null);
    expect(movedFields(edit, said.values)).toEqual([]);
    expect(movedFields(edit, { ...said.values, amount: "80.5" })).toEqual([]);
    expect(movedFields(edit, { ...said.values, amount: "90", note: "x" })).toEqual(["amount", "note"]);
    expect(movedFields(beginEdit(null, null, null), said.values)).toEqual([]);
  });
});

describe("an entry that is to be corrected", () => {
  it("may be while the service certainly has not taken it for good", () => {
    const of = (state: EntryState, replaceable = true) =>
      correctionRefusal({ kind: "taxVoucher", state, replaceable });
    const allowed = ENTRY_STATES.filter((state) => of(state) === null);
    expect(allowed).toEqual(["pending", "retry_wait", "dead_letter"]);
    // One that a recovery left to a person stays theirs, also once it was refused.
    expect(of("dead_letter", false)).toBe("mayBeInTheBooks");
    expect(correctionRefusal({ kind: "purchaseReturn", state: "dead_letter", replaceable: true })).toBe(
      "otherKind",
    );
    expect(of("confirmed")).toBe("confirmed");
  });
});

describe("files among references", () => {
  it("take the place of rows still empty, then stand at the end, and tell their fingerprint", () => {
    const typed = { ...emptyReference("t"), reference: "INV" };
    let made = 0;
    const rows = withFiles(
      [typed, emptyReference("e")],
      [file, { ...file, name: "b.pdf" }],
      () => `n${++made}`,
    );
    expect(rows.map(({ key, reference }) => [key, reference])).toEqual([
      ["t", "INV"],
      ["e", "scan.pdf"],
      ["n1", "b.pdf"],
    ]);
    expect(rows[1]?.description).toBe(`SHA-256 ${file.sha256}`);
  });

  it("count as typed even where every field was emptied", () => {
    expect(typedReferences([{ ...emptyReference("e"), file }])).toHaveLength(1);
  });
});
