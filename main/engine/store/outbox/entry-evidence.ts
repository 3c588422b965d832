/** Which answers confirmed entries, and which of them are no evidence. */
import type { NoEvidence } from "../../../../contract/service/evidence.ts";
import type { Db } from "../file/open-database.ts";
import type { EntryRow } from "./entry-rows.ts";

/** An entry, and the answer that confirmed it. */
export type BelievedAnswer = EntryRow & { attempt_id: number; response_body: string | null };

/** Part of the entry store. */
export function createEntryEvidence(db: Db) {
  const countWithoutEvidence = db
    .prepare<[], number>(
      "SELECT count(*) FROM entry INDEXED BY entry_without_evidence WHERE evidence_gap IS NOT NULL",
    )
    .pluck();
  const setEvidenceGap = db.prepare("UPDATE entry SET evidence_gap = ? WHERE sequence = ?");
  // What the document shows as the service's is of the answer that is kept for it.
  const forgetAmount = db.prepare(
    `UPDATE document SET service_amount = NULL, service_status = NULL WHERE serial_no IN
       (SELECT serial_no FROM transaction_answer WHERE sequence = @sequence AND serial_no = @serialNo)`,
  );
  const believed = db.prepare<[number, number], BelievedAnswer>(
    `SELECT attempt_id, response_body, entry.* FROM attempt CROSS JOIN entry USING (sequence)
     WHERE attempt_id > ? AND attempt_id <= ? AND outcome IN ('accepted','accepted_not_understood')
       AND state = 'confirmed' AND resolution_kind IS NULL`,
  );

  return {
    countWithoutEvidence: (): number => countWithoutEvidence.get() ?? 0,
    /**
     * Marks a confirmed entry whose answer is no evidence, and takes that answer's amount from its document; its state
     * stays.
     */
    markEvidenceGap({ sequence, serial_no: serialNo }: EntryRow, gap: NoEvidence): void {
      setEvidenceGap.run(gap, sequence);
      if (serialNo !== null) forgetAmount.run({ sequence, serialNo });
    },
    clearEvidenceGap: (sequence: number): void => void setEvidenceGap.run(null, sequence),
    /** The answers that confirmed entries, of the attempts after `after` up to `last`. */
    believed: (after: number, last: number): BelievedAnswer[] => believed.all(after, last),
  };
}
