/**
 * An entry that waits says whether it does so only by the owner's consent to send unknown outcomes again, and how long
 * the service has asked it to wait. Of what waits already, every return whose answer was once lost counts as waiting by
 * consent: who asked for its next try is not written down in the entry.
 */
export const consent = `
ALTER TABLE entry ADD COLUMN by_consent INTEGER NOT NULL DEFAULT 0 CHECK (by_consent IN (0, 1));
ALTER TABLE entry ADD COLUMN asked_ms INTEGER NOT NULL DEFAULT 0;
UPDATE entry SET by_consent = 1 WHERE state = 'retry_wait' AND kind = 'purchaseReturn'
  AND EXISTS (SELECT 1 FROM attempt WHERE attempt.sequence = entry.sequence
    AND (outcome IS NULL OR outcome IN ('server_error','answer_lost','interrupted')));
CREATE INDEX entry_by_consent ON entry(sequence) WHERE state = 'retry_wait' AND by_consent = 1;
CREATE INDEX entry_asked_long ON entry(sequence) WHERE state = 'retry_wait' AND asked_ms > 3600000;
`;
