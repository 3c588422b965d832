/** Which files a database names, so that its backups hold them. */
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { namedFiles, namesFiles } from "../../../../../main/engine/file/backups/carried-files.ts";
import { migrate } from "../../../../../main/engine/file/schema/migrations.ts";

it("a draft's files are found wherever they stand in its text, each once, and no name that is a path", () => {
  const db = new Database(":memory:");
  onTestFinished(() => void db.close());
  migrate(db);
  const put = (draftId: string, content: unknown) =>
    db
      .prepare("INSERT INTO draft (draft_id, kind, content, updated_at) VALUES (?, 'purchaseReturn', ?, 0)")
      .run(draftId, typeof content === "string" ? content : JSON.stringify(content));
  expect(namesFiles(db)).toBe(false);
  const one = { sha256: "a".repeat(64), name: "invoice.pdf", bytes: 3 };
  const two = { sha256: "b".repeat(64), name: "photo.png", bytes: 4 };
  const path = { sha256: "../../etc/passwd", name: "x.png", bytes: 1 };
  put("1", {
    note: 'see "sha256"',
    lines: [null, { quantity: 2, files: [one, two] }],
    references: [one, path],
  });
  put("2", '"sha256" but no JSON');
  expect(namesFiles(db)).toBe(true);
  expect(namedFiles(db)).toEqual([one, two]);
});
