/** A token goes in and never comes out: not on a channel, not in a log, not in the clear on disk. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { closeApp, test } from "./open-app.ts";
import { sharedApp } from "./shared-app.ts";

const TOKEN = "q7Jx-secret-of-the-shop-0193";
const CONNECTION = { serviceUrl: "https://127.0.0.1:9/api", tenantId: 7, userId: 1, token: TOKEN };

/** For what needs no end of its own: no connection yet. */
const shared = sharedApp(async () => undefined);

/** Every file below the folder that holds the text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

test("without a keyring a token lives for this run and is written nowhere", async ({ profile, open }) => {
  const opened = await open();
  const { call } = opened;
  const saved = await call("connection.save", CONNECTION);
  expect(saved).toMatchObject({ ok: true, value: { hasToken: true } });
  expect(JSON.stringify(saved)).not.toContain(TOKEN);
  expect(await call("vault.status", {})).toMatchObject({ value: { canKeep: false, thisRunOnly: true } });
  await call("sync.now", {});
  for (const channel of ["connection.get", "connection.list", "app.info", "app.environment", "settings.get"])
    expect(JSON.stringify(await call(channel, {}))).not.toContain(TOKEN);
  expect(filesWith(profile, TOKEN)).toEqual([]);
  // Whatever was still to be written is written when it has ended.
  await closeApp(opened);
  expect(filesWith(profile, TOKEN)).toEqual([]);
});

test("a refused connection does not echo the token", async () => {
  const { app, call } = await shared();
  const profile = await app.evaluate(({ app: electron }) => electron.getPath("userData"));
  const reply = await call("connection.save", { ...CONNECTION, token: `${TOKEN}\u0000`, tenantId: "x" });
  expect(reply.ok).toBe(false);
  expect(JSON.stringify(reply)).not.toContain(TOKEN);
  expect(filesWith(profile, TOKEN)).toEqual([]);
});

test("forgetting the token leaves the connection without one", async () => {
  const { call } = await shared();
  await call("connection.save", CONNECTION);
  expect(await call("vault.forget", {})).toEqual({ ok: true, value: {} });
  expect(await call("connection.get", {})).toMatchObject({ ok: true, value: { hasToken: false } });
});
