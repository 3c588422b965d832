/** Document references as they are typed: what of them is sent, and what stays here. Pure. */
import type { DocumentReferenceInput } from "../../../contract/channels/posting.ts";
import type { PlacedFile } from "../core/outbox/kept-files.ts";

/** What is sent: the interface takes no files (section 2.4). */
export const sentReferences = (references: readonly DocumentReferenceInput[]) =>
  references.map(({ kept: _staysHere, ...sent }) => sent);

/** What stays: each file with its reference's place among those that are sent. */
export const placedFiles = (references: readonly DocumentReferenceInput[]): PlacedFile[] =>
  references.flatMap(({ kept }, position) => (kept === null ? [] : [{ position, file: kept }]));
