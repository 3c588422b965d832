/**
 * The audit's end, kept apart from the audit: whoever removes its newest rows leaves the anchor pointing at nothing.
 * A trigger moves it, so that it stands in the same transaction as the row.
 */
export const auditAnchor = `
INSERT INTO meta (key, value)
  SELECT 'auditAnchor', sequence || ' ' || hash FROM audit ORDER BY sequence DESC LIMIT 1;
CREATE TRIGGER audit_anchored AFTER INSERT ON audit BEGIN
  INSERT INTO meta (key, value) VALUES ('auditAnchor', NEW.sequence || ' ' || NEW.hash)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value;
END;
`;
