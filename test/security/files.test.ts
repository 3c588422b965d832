/** In the running app: a path that the page made up is refused before anything looks at it. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { answerFileDialog } from "../../scripts/lib/app/answer-file-dialog.mjs";
import { test } from "../e2e/shell/open-app.ts";
import { practiceShop } from "../e2e/shell/shared-app.ts";

const shop = practiceShop();

test("the page reads and writes only what was chosen in the dialog", async ({ profile }) => {
  const { app, call } = await shop({ callsOnly: true });
  const chosen = join(profile, "stores.csv");
  const other = join(profile, "other.csv");
  for (const path of [chosen, other]) writeFileSync(path, "id,name\n91,Second\nx,Wrong\n");
  const refused = { ok: false, error: { code: "file_not_chosen" } };
  const read = (path: string) => call("referenceData.import", { kind: "store", path });

  expect(await read(chosen)).toMatchObject(refused);
  await answerFileDialog(app, null);
  expect(await call("file.choose", { purpose: "referenceData" })).toMatchObject({ value: { path: null } });
  expect(await read(chosen)).toMatchObject(refused);
  await answerFileDialog(app, chosen);
  await call("file.choose", { purpose: "referenceData" });
  expect(await read(chosen)).toMatchObject({ ok: true, value: { added: 1 } });
  for (const path of [
    other,
    `${profile}/./stores.csv`,
    "/etc/passwd",
    "/dev/zero",
    "\\\\server\\share\\x.csv",
  ])
    expect(await read(path), path).toMatchObject(refused);

  const target = join(profile, "rejected.csv");
  const write = () => call("referenceData.import", { kind: "store", path: chosen, rejectedPath: target });
  expect(await write()).toMatchObject(refused);
  for (const [channel, input] of [
    ["backup.create", { path: target }],
    ["audit.export", { path: target, format: "csv" }],
    ["referenceData.preview", { kind: "store", path: other }],
  ] as const)
    expect(await call(channel, input), channel).toMatchObject(refused);
  expect(existsSync(target)).toBe(false);
  await answerFileDialog(app, target);
  await call("file.choose", { purpose: "saveRejected", suggestedName: "rejected.csv" });
  expect(await write()).toMatchObject({ ok: true, value: { rejectedPath: target } });
});
