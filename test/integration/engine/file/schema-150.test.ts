/** A file of before version 150: whose account each return is of, and in what currency it was answered, is found. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../../../../main/engine/store/file/open-database.ts";
import { factsOfDocuments } from "../../../../main/engine/store/migrations/150-document-account.ts";
import { MIGRATIONS, migrate } from "../../../../main/engine/store/migrations/index.ts";
import { newFolder } from "../../../helpers/engine.ts";

it("a return's account is taken from its body, digit by digit, and its answer's currency from the answer", () => {
  const db = openDatabase(join(newFolder(), "old.sqlite"), null);
  migrate(
    db,
    MIGRATIONS.filter(({ version }) => version < 150),
  );
  const put = (sequence: number, account: string, raw: string | null) => {
    const serial = `00000000-0000-4000-8000-00000000000${sequence}`;
    db.prepare(
      `INSERT INTO entry (sequence, entry_id, kind, ordering_key, tenant_id, serial_no, request_body, request_hash,
         state, subject, created_at, changed_at)
       VALUES (?, ?, 'purchaseReturn', ?, 7001, ?, ?, 'h', 'confirmed', 's', 1, 1)`,
    ).run(sequence, `e${sequence}`, `k${sequence}`, serial, `{"supplierAccountId":${account}}`);
    db.prepare(
      `INSERT INTO document (serial_no, kind, subject, note, currency_id, local_amount, created_at, changed_at,
         last_sequence, service_amount) VALUES (?, 'purchaseReturn', 's', '', 'YER', '1', 1, 1, ?, ?)`,
    ).run(serial, sequence, raw === null ? null : "1");
    if (raw !== null)
      db.prepare("INSERT INTO transaction_answer VALUES (?, ?, 1, ?)").run(
        serial,
        sequence,
        raw.replaceAll("SERIAL", serial.toUpperCase()),
      );
  };
  put(1, "1101", '[{"serialNo":"other","currencyId":"OMR"},{"serialNo":"SERIAL","currencyId":"USD"}]');
  put(2, "90071992547409931", '[{"serialNo":"SERIAL"}]');
  put(3, "-1102", "no JSON");
  put(4, "123456789012345678901234567890", null);
  migrate(db);
  const facts = () =>
    db
      .prepare(
        "SELECT account_id, typeof(account_id) AS type, service_currency_id AS currency FROM document ORDER BY serial_no",
      )
      .all();
  const found = [
    { account_id: 1101, type: "integer", currency: "USD" },
    { account_id: "90071992547409931", type: "text", currency: null },
    { account_id: -1102, type: "integer", currency: null },
    { account_id: "123456789012345678901234567890", type: "text", currency: null },
  ];
  expect(facts()).toEqual(found);
  // Documents that were brought back from a file of before are filled in again.
  db.exec("UPDATE document SET account_id = NULL, service_currency_id = NULL");
  db.exec(factsOfDocuments);
  expect(facts()).toEqual(found);
  db.close();
});
