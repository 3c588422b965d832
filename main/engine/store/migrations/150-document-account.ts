/**
 * Whose account a return is of, so that all of a supplier's are found; and in what currency the service's amount of a
 * document is, so that it is never summed with another's. Entries and answers are the source: the digits of an account
 * stand in the request's body as they were frozen, and a number beyond 2^53 stays text, as everywhere.
 */

/** Takes both from entries and answers: for a file of before, and after documents were brought back from one. */
export const factsOfDocuments = `
UPDATE main.document SET account_id = iif(CAST(of.digits AS INTEGER) BETWEEN -9007199254740991 AND 9007199254740991,
    CAST(of.digits AS INTEGER), of.digits)
  FROM (SELECT sequence, request_body -> '$.supplierAccountId' AS digits FROM main.entry
        WHERE kind = 'purchaseReturn' AND json_valid(request_body)) AS of
  WHERE last_sequence = of.sequence AND account_id IS NULL;
UPDATE main.document SET service_currency_id =
    (SELECT value ->> '$.currencyId' FROM json_each(raw)
     WHERE lower(value ->> '$.serialNo') = lower(document.serial_no) LIMIT 1)
  FROM main.transaction_answer AS answer
  WHERE document.serial_no = answer.serial_no AND service_amount IS NOT NULL AND service_currency_id IS NULL
    AND json_valid(raw);
`;

export const documentAccount = `
ALTER TABLE document ADD COLUMN account_id ANY;
ALTER TABLE document ADD COLUMN service_currency_id TEXT;
${factsOfDocuments}
CREATE INDEX document_by_account ON document(account_id, created_at, serial_no) WHERE account_id IS NOT NULL;
`;
