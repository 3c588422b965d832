/**
 * What is known of a record that was restored stays with the record: when a restore of it was last confirmed, by the
 * service or by staff, whatever became of a later request. Entries are the source; a trigger keeps it up to date.
 */

/** Takes it from the entries, in one walk through them: for a file of before, and after entries were brought back. */
export const confirmedRestores = `
UPDATE main.restore_record SET confirmed_sequence = done.sequence, confirmed_at = done.changed_at
  FROM (SELECT ordering_key, max(sequence) AS sequence, changed_at FROM main.entry
        WHERE state = 'confirmed' AND kind LIKE 'restore%' GROUP BY ordering_key) AS done
  WHERE record_key = done.ordering_key;
`;

export const restoreConfirmations = `
ALTER TABLE restore_record ADD COLUMN confirmed_sequence INTEGER REFERENCES entry(sequence);
ALTER TABLE restore_record ADD COLUMN confirmed_at INTEGER;
${confirmedRestores}
CREATE TRIGGER restore_confirmed AFTER UPDATE OF state ON entry
WHEN NEW.state = 'confirmed' AND OLD.state <> 'confirmed' AND NEW.kind LIKE 'restore%' BEGIN
  UPDATE restore_record SET confirmed_sequence = NEW.sequence, confirmed_at = NEW.changed_at
    WHERE record_key = NEW.ordering_key;
END;
`;
