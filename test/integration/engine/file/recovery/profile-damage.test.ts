/** The profile's own file, damaged or gone. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  connect,
  DEVICE,
  enter,
  NOWHERE,
  openTestEngine,
  statesOf,
  TENANT,
  TOKEN,
  USER,
} from "../../../../helpers/engine.ts";

describe("the profile's own file", () => {
  it.each([
    ["damaged", (path: string) => writeFileSync(path, readFileSync(path).fill(0x11, 0, 6_000))],
    ["missing", (path: string) => rmSync(path)],
    ["empty", (path: string) => writeFileSync(path, "")],
    [
      "damaged in a word of its schema",
      (path: string) =>
        writeFileSync(
          path,
          readFileSync(path, "latin1").replaceAll("device_id TEXT", "devise_id TEXT"),
          "latin1",
        ),
    ],
  ])("that is %s is made anew out of the connections' files", async (_name, spoil) => {
    const first = openTestEngine();
    await connect(first, NOWHERE);
    const entryId = await enter(first, "purchaseReturn");
    await first.close();
    spoil(join(first.profile, "profile.sqlite"));
    const engine = openTestEngine({ profile: first.profile });
    expect(await engine.call("connection.get", {})).toEqual({
      serviceUrl: NOWHERE,
      tenantId: TENANT,
      userId: USER,
      deviceId: DEVICE,
      hasToken: false,
      practice: false,
    });
    expect((await statesOf(engine)).get(entryId)).toBe("pending");
    expect((await engine.call("recovery.report", {})).reports[0]).toMatchObject({
      kind: "profile",
      details: { entries: { all: 0, added: 0, confirmedByFile: 0, held: 0 }, lost: [], rowsApart: 0 },
    });
    // The token is asked for again, and then everything goes on.
    await connect(engine, NOWHERE, TOKEN);
    expect(await engine.call("connection.get", {})).toMatchObject({ hasToken: true });
  });
});
