/** An open file with what its subjects share. */
import { hash } from "node:crypto";
import type { z } from "zod";
import type {
  DocumentReferenceInput,
  PurchaseReturnInput,
  TaxVoucherInput,
} from "../../../contract/channels/posting.ts";
import { invalidField } from "../../../contract/error.ts";
import { isNamed } from "../../../contract/lists.ts";
import { idsOf, type RestoreInput, restoreOf, shownIds } from "../../../contract/operations.ts";
import { bodyPrinter } from "../../../contract/service/print-body.ts";
import { type CurrencyCode, exactIntegerOf } from "../../../contract/values.ts";
import type { OpenFile } from "../core/context.ts";
import type { PlacedFile } from "../core/outbox/kept-files.ts";
import type { PostedBy } from "../core/outbox/posted-drafts.ts";
import { createPostingStore } from "../core/outbox/posting.ts";
import { createNameStore } from "../mirror/lists/names.ts";
import { createMirrorService } from "../mirror/mirror.ts";

// Freezes a request: the JSON text that every attempt will send, and its hash.

export interface FrozenBody {
  text: string;
  /** sha256 of the UTF-8 bytes, hexadecimal. */
  hash: string;
}

/** Makes the function that freezes the bodies of one operation, field by field of its strict schema. */
export function freezer<S extends z.ZodObject>(schema: S): (body: z.output<S>) => FrozenBody {
  const print = bodyPrinter(schema);
  return (body) => {
    const text = print(body);
    return { text, hash: hash("sha256", text) };
  };
}

// Document references as they are typed: what of them is sent, and what stays here. Pure.

/** What is sent: the interface takes no files (section 2.4). */
export const sentReferences = (references: readonly DocumentReferenceInput[]) =>
  references.map(({ kept: _staysHere, ...sent }) => sent);

/** What stays: each file with its reference's place among those that are sent. */
export const placedFiles = (references: readonly DocumentReferenceInput[]): PlacedFile[] =>
  references.flatMap(({ kept }, position) => (kept === null ? [] : [{ position, file: kept }]));

/** What the mirror knows of names; null where nothing is known. */
type KnownNames = Pick<ReturnType<typeof createNameStore>, "name" | "isUnknownCurrency">;

export type Shop = ReturnType<typeof openShop>;

/** `posted` is called after a posting is on disk. */
export function openShop(
  file: OpenFile,
  posted: (entryId: string, serialNo: string | null, sequence: number) => void,
) {
  const { db, entries, documents, audit, fence } = file;
  return {
    ...file,
    posted,
    names: createNameStore(db),
    mirror: createMirrorService(file),
    /** Writes a posting durably, or throws and writes nothing. */
    post: createPostingStore(db, entries, documents, audit, fence.assertNotTaken),
  };
}

/** What a posting needs of it. */
export type PostingShop = Pick<Shop, "tenantId" | "post" | "randomness" | "posted"> & { names: KnownNames };

// What an entry is called, in lists and by who approves it.

type NamingShop = Pick<PostingShop, "names">;

/** A return: by its supplier. */
export const returnSubject = ({ names }: NamingShop, { supplierAccountId }: PurchaseReturnInput): string =>
  names.name("account", supplierAccountId) ?? `#${supplierAccountId}`;

/** A voucher: by the first line of its note. */
export const voucherSubject = ({ note, serialNo }: TaxVoucherInput): string =>
  note.split("\n", 1)[0]?.slice(0, 120) || serialNo;

/** A restore: by the record's name; of a pair by its ids alone. */
export function restoreSubject({ names }: NamingShop, input: RestoreInput): string {
  const { list } = restoreOf(input.kind);
  const ids = idsOf(list, input);
  const [only, second] = ids;
  if (only === undefined || second !== undefined || !isNamed(list)) return shownIds(ids);
  return names.name(list, exactIntegerOf(only) ?? only) ?? `#${only}`;
}

/** Refuses a currency that the mirrored list doesn't have; without a list every code is taken. */
export function assertKnownCurrency(names: KnownNames, field: string, code: CurrencyCode): void {
  if (names.isUnknownCurrency(code)) throw invalidField(field, "unknown_currency", { value: code });
}

/** By what a posting is known again, and all that was entered; null where the caller gave neither id. */
export function postedBy<Input extends { postingId?: string | undefined }>(
  input: Input,
  draftId: string | undefined,
): PostedBy | null {
  if (draftId === undefined && input.postingId === undefined) return null;
  const { postingId, ...entered } = input;
  return {
    draftId: draftId ?? null,
    postingId: postingId ?? null,
    inputHash: hash("sha256", JSON.stringify(entered)),
  };
}
