/** The link between a reference and its file, from the draft to an entry that was posted before a restart. */
import { expect, it } from "vitest";
import type { KeptFile } from "../../../../contract/kept-file.ts";
import { aReturn, aVoucher, connect, NOWHERE, openTestEngine } from "../../../helpers/engine.ts";

const file = (letter: string): KeptFile => ({
  sha256: letter.repeat(64),
  name: `فاتورة ${letter}.pdf`,
  bytes: 12,
});
const references = [
  { type: 1, reference: "INV-7" },
  { type: 2, reference: "scan", kept: file("a") },
  { type: 2, reference: "again", url: "https://example.com/", kept: file("b") },
];

it("lies beside the entry, and nothing of it is sent", async () => {
  const engine = openTestEngine();
  await connect(engine, NOWHERE);
  const posted = await engine.call("purchaseReturn.post", aReturn({ documentReferences: references }));
  const edited = await engine.call("taxVoucher.update", aVoucher({ documentReferences: references }));
  for (const { entryId } of [posted, edited]) {
    expect(await engine.call("attachment.ofEntry", { entryId })).toEqual({
      files: [
        { position: 1, file: file("a") },
        { position: 2, file: file("b") },
      ],
    });
    const { requestBody } = await engine.entry(entryId);
    expect(requestBody).not.toMatch(/kept|sha256|bytes|فاتورة/);
    expect(requestBody).toContain('"reference":"again"');
  }
});

it("is found again after a restart, and an entry without files has none", async () => {
  const before = openTestEngine();
  await connect(before, NOWHERE);
  const { entryId } = await before.call("purchaseReturn.post", aReturn({ documentReferences: references }));
  const plain = await before.call("purchaseReturn.post", aReturn());
  await before.close();
  const after = openTestEngine({ profile: before.profile });
  expect((await after.call("attachment.ofEntry", { entryId })).files).toHaveLength(2);
  expect(await after.call("attachment.ofEntry", { entryId: plain.entryId })).toEqual({ files: [] });
});

it("is what makes a file one that an entry refers to, by its content and kind", async () => {
  const engine = openTestEngine();
  await connect(engine, NOWHERE);
  await engine.call("purchaseReturn.post", aReturn({ documentReferences: references }));
  const referred = async (sha256: string, name: string) =>
    (await engine.call("attachment.isReferred", { sha256, name })).referred;
  expect(await referred(file("a").sha256, "another name.PDF")).toBe(true);
  expect(await referred(file("a").sha256, "فاتورة a.docx")).toBe(false);
  expect(await referred(file("c").sha256, "فاتورة c.pdf")).toBe(false);
});

it("is written with the entry or not at all", async () => {
  const engine = openTestEngine();
  await connect(engine, NOWHERE);
  const wrong = { ...aReturn({ documentReferences: references }), corrects: plainUuid };
  expect((await engine.refusal("purchaseReturn.post", wrong)).code).toBe("not_found");
  expect((await engine.call("outbox.list", {})).entries).toEqual([]);
});

it.each([
  ["a hash that is none", { ...file("a"), sha256: "../../etc/passwd" }],
  ["a name with a folder", { ...file("a"), name: "../x.pdf" }],
  ["no bytes", { ...file("a"), bytes: 0 }],
  ["more than is known", { ...file("a"), path: "/etc/passwd" }],
])("is refused with %s, by its field", async (_, kept) => {
  const engine = openTestEngine();
  await connect(engine, NOWHERE);
  const refused = await engine.refusal("taxVoucher.update", {
    ...aVoucher(),
    documentReferences: [{ type: 1, reference: "x", kept }],
  });
  expect(refused.code).toBe("invalid_input");
  expect(JSON.stringify(refused.details)).toContain("documentReferences.0.kept.");
});

it("a voucher's draft goes with its posting, and stays where that is refused", async () => {
  const engine = openTestEngine();
  await connect(engine, NOWHERE);
  const draft = { draftId: "taxVoucher x", kind: "taxVoucher", content: "{}" } as const;
  await engine.call("draft.save", draft);
  const refused = await engine.refusal("taxVoucher.update", {
    ...aVoucher(),
    draftId: draft.draftId,
    corrects: plainUuid,
  });
  expect(refused.code).toBe("not_found");
  expect((await engine.call("draft.list", {})).drafts).toMatchObject([draft]);
  await engine.call("taxVoucher.update", { ...aVoucher(), draftId: draft.draftId });
  expect((await engine.call("draft.list", {})).drafts).toEqual([]);
});

const plainUuid = "0b6a2a52-1f4c-4d5e-9a51-000000000001";
