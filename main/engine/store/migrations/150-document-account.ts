/**
 * Whose account a return is of, so that all of a supplier's are found. Entries are the source: the digits stand in the
 * request's body as they were frozen, and a number beyond 2^53 stays text, as everywhere.
 */

/** Takes it from the entries: for a file of before, and after documents were brought back from one. */
export const accountsOfDocuments = `
UPDATE main.document SET account_id = iif(CAST(of.digits AS INTEGER) BETWEEN -9007199254740991 AND 9007199254740991,
    CAST(of.digits AS INTEGER), of.digits)
  FROM (SELECT sequence, request_body -> '$.supplierAccountId' AS digits FROM main.entry
        WHERE kind = 'purchaseReturn' AND json_valid(request_body)) AS of
  WHERE last_sequence = of.sequence AND account_id IS NULL;
`;

export const documentAccount = `
ALTER TABLE document ADD COLUMN account_id ANY;
${accountsOfDocuments}
CREATE INDEX document_by_account ON document(account_id, created_at, serial_no) WHERE account_id IS NOT NULL;
`;
