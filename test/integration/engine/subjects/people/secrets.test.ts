/** Where PINs are kept, and that nothing gives them out. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder, openPaused } from "../../../../helpers/engine.ts";

const PINS = ["735514", "735515"];

it("a PIN and its hash are in no answer, event, log, record or export: only the file and its backups hold hashes", async () => {
  const engine = await openPaused();
  const [pin = "", newPin = ""] = PINS;
  const { personId } = await engine.call("people.save", { name: "Salma", userId: 601, role: "owner", pin });
  const answers: unknown[] = [
    await engine.refusal("people.switch", { personId, pin: "735516" }),
    await engine.call("people.changePin", { pin, newPin }),
  ];
  const { recoveryCode } = await engine.call("people.renewCode", {});
  const exported = join(newFolder(), "activity.csv");
  const copy = join(newFolder(), "copy.csbackup");
  answers.push(
    await engine.call("people.list", {}),
    await engine.call("people.status", {}),
    await engine.call("pin.status", {}),
    await engine.call("audit.list", {}),
    await engine.call("support.facts", {}),
    await engine.call("audit.export", { path: exported, format: "csv" }),
    await engine.call("backup.create", { path: copy }),
    engine.events,
    engine.logged,
    readFileSync(exported, "utf8"),
  );
  for (const secret of [...PINS, "scrypt", recoveryCode.replaceAll(" ", "")])
    expect(JSON.stringify(answers).includes(secret), secret).toBe(false);
  await engine.close();
  const kept = [...globSync(join(engine.profile, "connections", "*.sqlite")), copy];
  expect(kept).toHaveLength(2);
  for (const path of kept) {
    const bytes = readFileSync(path);
    expect(bytes.includes('"kind":"scrypt"'), path).toBe(true);
    for (const secret of [...PINS, recoveryCode.replaceAll(" ", "")])
      expect(bytes.includes(secret), path).toBe(false);
  }
});
