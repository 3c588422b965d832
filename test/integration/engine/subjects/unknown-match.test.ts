/** Entries of unknown outcome are looked for in a file of the books; nothing is decided by it. */
import { createHash } from "node:crypto";
import { appendFileSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createUnknownService } from "../../../../main/engine/subjects/unknown-match.ts";
import { ManualClock, START, writtenRandomness } from "../../../helpers/clock.ts";
import {
  aReturn,
  aVoucher,
  connect,
  newFolder,
  openTestEngine,
  runUntilTrue,
  type TestEngine,
} from "../../../helpers/engine.ts";
import { answer, type Behave, startHttpService } from "../../../helpers/http-service.ts";
import { openMigrated } from "../../../helpers/migrated.ts";

const lost: Behave = (outgoing) => void outgoing.socket?.destroy();
const DAY = 86_400_000;
const HEADER = "serialNo,date,currencyId,amount,status";
const OTHER = "9b2f0c11-0000-4000-8000-00000000000a";

/** An engine with so many returns of 11,800 YER whose answers were lost. */
async function startWorld(returns: number) {
  const service = await startHttpService(lost);
  const engine = openTestEngine({ randomness: writtenRandomness(0.9) });
  await connect(engine, service.url);
  const posted: { entryId: string; serialNo: string }[] = [];
  for (let n = 0; n < returns; n += 1)
    posted.push(await engine.call("purchaseReturn.post", aReturn({ note: `return ${n}` })));
  await runUntilTrue(
    engine,
    async () => (await engine.call("sync.status", {})).counts.outcome_unknown === returns,
  );
  return { engine, serials: posted.map(({ serialNo }) => serialNo) };
}

function booksFile(rows: readonly string[], header = HEADER): string {
  const path = join(newFolder(), "books.csv");
  writeFileSync(path, `${[header, ...rows].join("\n")}\n`);
  return path;
}

const stateOf = async (engine: TestEngine) => {
  const { entries } = await engine.call("audit.list", {});
  const { counts } = await engine.call("sync.status", {});
  return { records: entries.length, counts };
};

describe("a file of the books", () => {
  it("finds a serial number in any case, and says its row, date, amount, coverage and hash", async () => {
    const { engine, serials } = await startWorld(2);
    const path = booksFile([
      `${OTHER},2026-02-27,YER,10,1`,
      `${String(serials[0]).toUpperCase()},2026-03-01,YER,11800.00,2`,
    ]);
    const before = await stateOf(engine);
    const matched = await engine.call("unknown.match", { path });
    expect(matched).toMatchObject({
      covers: { from: "2026-02-27", to: "2026-03-01" },
      fileHash: createHash("sha256").update(readFileSync(path)).digest("hex"),
      fileName: "books.csv",
      rows: 2,
      rejectedCount: 0,
      withoutSerial: 0,
    });
    expect(matched.proposals).toMatchObject([
      {
        serialNo: serials[0],
        found: true,
        row: 3,
        date: "2026-03-01",
        amount: "11800",
        currencyId: "YER",
        status: "2",
        match: "recorded",
        ours: { amount: "11800", currencyId: "YER" },
      },
      { serialNo: serials[1], found: false, row: null, date: null, amount: null, match: "missing" },
    ]);
    expect(await stateOf(engine)).toEqual(before);
  });

  it.each([
    ["another amount", "YER,11800.01", "differs"],
    ["another currency", "SAR,11800", "differs"],
    ["the same amount, written otherwise", "YER,011800.0", "recorded"],
  ])("with %s says so", async (_, booked, match) => {
    const { engine, serials } = await startWorld(1);
    const path = booksFile([`${serials[0]},2026-03-01,${booked},1`]);
    expect((await engine.call("unknown.match", { path })).proposals).toMatchObject([{ found: true, match }]);
  });

  it("that names the currency is read by the list of currencies, and by what a person answers", async () => {
    const { engine, serials } = await startWorld(2);
    const list = join(newFolder(), "currencies.csv");
    writeFileSync(list, "id,name,digits\nYER,Yemeni riyal / ريال يمني,0\nSAR,Saudi riyal,2\n");
    await engine.call("referenceData.import", { kind: "currency", path: list });
    const path = booksFile([
      `${serials[0]},2026-03-01,ريال  يمنى,11800,1`,
      `${serials[1]},2026-03-01,R.Y.,11800,1`,
    ]);
    const asked = await engine.call("unknown.match", { path });
    expect(asked.proposals.map(({ match }) => match)).toEqual(["recorded", "unreadable"]);
    expect(asked.words).toMatchObject([
      { column: "currencyId", word: "R.Y.", rows: 1, by: "none", candidates: [{ id: "YER" }, { id: "SAR" }] },
      { word: "ريال  يمنى", recordId: "YER", by: "name" },
    ]);
    const answered = await engine.call("unknown.match", { path, words: { currencyId: { "R.Y.": "YER" } } });
    expect(answered.proposals.map(({ match }) => match)).toEqual(["recorded", "recorded"]);
  });

  it("that has a serial number twice settles nothing, and names all its rows", async () => {
    const { engine, serials } = await startWorld(1);
    const row = `${serials[0]},2026-03-01,YER,11800,1`;
    const path = booksFile([row, `${OTHER},2026-03-01,YER,1,1`, row]);
    expect((await engine.call("unknown.match", { path })).proposals).toMatchObject([
      { found: true, match: "twice", row: 2, rows: [2, 4] },
    ]);
  });

  it("with a row that can't be read doesn't say that its entry is missing", async () => {
    const { engine, serials } = await startWorld(1);
    const path = booksFile([`${OTHER},2026-03-01,YER,1,1`, `${serials[0]},2026-03-01,YER,much,1`]);
    const { proposals, rejected, rejectedCount } = await engine.call("unknown.match", { path });
    const problems = [
      { column: "amount", code: "notDecimal", params: { cell: '"much"', example: "81.235" } },
    ];
    expect(proposals).toMatchObject([{ found: true, match: "unreadable", row: 3, amount: null, problems }]);
    expect({ rejected, rejectedCount }).toEqual({
      rejected: [{ line: 3, problems }],
      rejectedCount: 1,
    });
  });

  it.each([
    ["begins after the entry", "2026-03-02", START + DAY],
    ["ends before the entry", "2026-02-28", START + DAY],
    ["was written before the entry was sent", "2026-03-01", START - 1_000],
  ])("that %s doesn't cover it", async (_, date, writtenAt) => {
    const { engine } = await startWorld(1);
    const path = booksFile([`${OTHER},${date},YER,1,1`]);
    utimesSync(path, new Date(writtenAt), new Date(writtenAt));
    expect((await engine.call("unknown.match", { path })).proposals).toMatchObject([
      { found: false, match: "notCovered" },
    ]);
  });

  it("is read with other programs' names of columns, times and separators", async () => {
    const { engine, serials } = await startWorld(1);
    const path = booksFile(
      [`${serials[0]};2026-03-01 08:00:05;YER;11800,00`, `${OTHER};2026-02-28T21:30:00.000Z;YER;7,5`],
      "الرقم التسلسلي;التاريخ;العملة;المبلغ",
    );
    expect(await engine.call("unknown.match", { path })).toMatchObject({
      covers: { from: "2026-02-28", to: "2026-03-01" },
      proposals: [{ match: "recorded", amount: "11800", status: null }],
    });
  });

  it("settles nothing of a restore, which has no serial number, and says so", async () => {
    const service = await startHttpService(answer(200, "<html>sign in</html>"));
    const engine = openTestEngine();
    await connect(engine, service.url);
    await engine.call("restore.request", { kind: "permission", permissionId: 1 });
    await runUntilTrue(
      engine,
      async () => (await engine.call("sync.status", {})).counts.outcome_unknown === 1,
    );
    const path = booksFile([`${OTHER},2026-03-01,YER,1,1`]);
    expect(await engine.call("unknown.match", { path })).toMatchObject({ proposals: [], withoutSerial: 1 });
  });

  it("that has a voucher with our amount doesn't say that the edit is in the books", async () => {
    const service = await startHttpService(answer(200, "<html>sign in</html>"));
    const engine = openTestEngine();
    await connect(engine, service.url);
    const { serialNo } = await engine.call("taxVoucher.update", aVoucher());
    await runUntilTrue(
      engine,
      async () => (await engine.call("sync.status", {})).counts.outcome_unknown === 1,
    );
    const path = booksFile([`${serialNo},2026-03-01,YER,20000.25,2`]);
    expect((await engine.call("unknown.match", { path })).proposals).toMatchObject([{ match: "voucher" }]);
  });

  it.each([
    ["is empty", "", "file_invalid", /it is empty; a header row is needed/],
    ["has only a header row", `${HEADER}\n`, "file_invalid", /it has a header row and no row below it/],
    [
      "has no row that can be read",
      `${HEADER}\nx,y,z,a,b\n`,
      "file_invalid",
      /none of its rows can be read \(row 2: serialNo:/,
    ],
    [
      "is another list",
      "id,name\n1,Rice\n",
      "file_invalid",
      /columns are missing: "serialNo", "date", "currencyId", "amount"/,
    ],
    ["is a web page", "<!doctype html><html><body></body></html>", "file_invalid", /it is a web page/],
  ])("that %s is refused in words", async (_, text, code, words) => {
    const { engine } = await startWorld(0);
    const path = join(newFolder(), "books.csv");
    writeFileSync(path, text);
    const refusal = await engine.refusal("unknown.match", { path });
    expect(refusal).toMatchObject({ code, message: expect.stringMatching(words) });
    expect(await engine.refusal("unknown.match", { path: `${path}.gone` })).toMatchObject({
      code: "file_unreadable",
      details: { reason: "system", os: "ENOENT" },
    });
  });

  it("whose numbers may be read in two ways asks which, and takes the answer", async () => {
    const { engine, serials } = await startWorld(1);
    const path = booksFile(
      [`${serials[0]};2026-03-01;YER;11,800`],
      HEADER.replaceAll(",", ";").replace(";status", ""),
    );
    expect(await engine.refusal("unknown.match", { path })).toMatchObject({
      details: { reason: "numbers_undecided" },
    });
    const { proposals } = await engine.call("unknown.match", {
      path,
      delimiter: "semicolon",
      numbers: "point",
    });
    expect(proposals).toMatchObject([{ match: "recorded" }]);
  });

  it("that is changed while it is read is refused", async () => {
    const { engine } = await startWorld(1);
    const path = booksFile(Array.from({ length: 6_000 }, () => `${OTHER},2026-03-01,YER,1,1`));
    const { size } = statSync(path);
    let over = false;
    const refused = engine.refusal("unknown.match", { path }).finally(() => {
      over = true;
    });
    // Grows and shrinks until the look is over: whenever it looks, something is different.
    const change = (): void => {
      if (over) return;
      appendFileSync(path, `${OTHER},2026-03-01,YER,1,1\n`);
      if (statSync(path).size > size + 10_000) truncateSync(path, size);
      setImmediate(change);
    };
    change();
    expect(await refused).toMatchObject({
      code: "file_unreadable",
      details: { reason: "changed_while_read" },
    });
  });
});

describe("a proposal that a person confirms", () => {
  it("is confirmed by the outbox's own decision, with the file, its hash and its row as evidence", async () => {
    const { engine, serials } = await startWorld(1);
    const path = booksFile([`${serials[0]},2026-03-01,YER,11800,1`]);
    const { proposals, fileHash } = await engine.call("unknown.match", { path });
    const entryId = String(proposals[0]?.entryId);
    await engine.call("outbox.markRecorded", { entryId, evidence: `books.csv, ${fileHash}, row 2` });
    expect(await engine.entry(entryId)).toMatchObject({
      state: "confirmed",
      resolution: { kind: "marked_recorded" },
    });
    expect((await engine.call("unknown.match", { path })).proposals).toEqual([]);
  });

  it("is shown as confirmed by staff in the outbox, in the documents and in the supplier's statement", async () => {
    const { engine } = await startWorld(2);
    const { entries } = await engine.call("outbox.list", {});
    const [first] = entries;
    if (first === undefined) throw new Error("two entries were posted");
    await engine.call("outbox.markRecorded", { entryId: first.entryId, evidence: "row 2" });
    const { documents } = await engine.call("documents.search", {});
    const { rows } = await engine.call("statements.get", { accountId: aReturn().supplierAccountId });
    for (const listed of [(await engine.call("outbox.list", {})).entries, documents, rows])
      expect(listed.map((row) => [row.serialNo === first.serialNo, row.confirmedByStaff]).sort()).toEqual([
        [false, false],
        [true, true],
      ]);
  });
});

it("an entry that became unknown while the file was read is not said to be missing from it", async () => {
  const row = {
    entry_id: "e",
    kind: "purchaseReturn",
    subject: "1101",
    serial_no: OTHER,
    currency_id: "YER",
    local_amount: "10",
    created_at: START,
    changed_at: START,
  } as const;
  const path = booksFile([`${OTHER.replace("a", "b")},2026-03-01,YER,10,1`]);
  utimesSync(path, (START + DAY) / 1_000, (START + DAY) / 1_000);
  const db = openMigrated(join(dirname(path), "shop.sqlite"));
  onTestFinished(() => void db.close());
  const matchesOf = async (reads: readonly (readonly (typeof row)[])[]) => {
    const left = [...reads];
    const service = createUnknownService({
      db,
      entries: { unknown: () => [...(left.shift() ?? [])] },
      clock: new ManualClock(),
    });
    return (await service.match({ path })).proposals.map(({ match }) => match);
  };
  expect(await matchesOf([[row], [row]])).toEqual(["missing"]);
  expect(await matchesOf([[], [row]])).toEqual([]);
  expect(await matchesOf([[row], []])).toEqual([]);
});

it("a file of the books whose columns have longer names is read, and refused where two may be the amount", async () => {
  const { engine, serials } = await startWorld(1);
  const row = [`${serials[0]},2026-03-01,YER,11800,2`];
  const path = booksFile(row, "Voucher Serial No,Posting Date,Currency,Total Amount,Status");
  expect((await engine.call("unknown.match", { path })).proposals).toMatchObject([
    { serialNo: serials[0], found: true, amount: "11800" },
  ]);
  const two = booksFile([`${row[0]},1`], "Serial No,Date,Currency,Paid Amount,Net Amount,Rate");
  await expect(engine.call("unknown.match", { path: two })).rejects.toThrow(/file_invalid.*"amount"/);
});
