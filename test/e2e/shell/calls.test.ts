import { expect } from "@playwright/test";
import { answerFileDialog } from "../../../scripts/lib/app/answer-file-dialog.mjs";
import { closeApp, test } from "./open-app.ts";
import { sharedApp } from "./shared-app.ts";

const shared = sharedApp(async () => undefined);

test("wrong names and wrong inputs each get an error reply, and the app goes on", async () => {
  const { call } = await shared();
  const code = async (channel: string, input: unknown) => {
    const reply = await call(channel, input);
    return reply.ok ? "ok" : reply.error.code;
  };
  expect(await code("no.such", {})).toBe("unknown_channel");
  expect(await code("__proto__", {})).toBe("unknown_channel");
  expect(await code("settings.set", { theme: "blue" })).toBe("invalid_input");
  expect(await code("settings.get", { extra: 1 })).toBe("invalid_input");
  expect(await code("settings.get", null)).toBe("invalid_input");
  expect(
    await code("draft.save", { draftId: "d", kind: "purchaseReturn", content: "x".repeat(9_000_000) }),
  ).toBe("too_large");
  expect(await code("connection.save", { serviceUrl: "http://books.example", tenantId: 1, userId: 1 })).toBe(
    "invalid_input",
  );
  expect(await code("settings.get", {})).toBe("ok");
});

test("an error reply holds no stack and no path of the program", async () => {
  const { app, call } = await shared();
  await answerFileDialog(app, "/no/such/file.csv");
  await call("file.choose", { purpose: "referenceData" });
  const reply = await call("referenceData.import", { kind: "product", path: "/no/such/file.csv" });
  expect(reply.ok).toBe(false);
  expect(JSON.stringify(reply)).not.toMatch(/\bat .+:\d+:\d+|out\/main/);
});

test("settings are kept over a restart and told to the page", async ({ open }) => {
  const first = await open();
  await first.page.evaluate(() => {
    Reflect.set(window, "heard", []);
    window.counterside.subscribe((event) => Reflect.get(window, "heard").push(event));
  });
  await first.call("settings.set", { theme: "dark", language: "ar" });
  expect(await first.page.evaluate(() => Reflect.get(window, "heard"))).toContainEqual(
    expect.objectContaining({
      event: "settings.changed",
      payload: expect.objectContaining({ language: "ar" }),
    }),
  );
  await closeApp(first);
  const second = await open();
  expect(await second.call("settings.get", {})).toMatchObject({ value: { theme: "dark", language: "ar" } });
});

test("forgetting the token leaves the connection without one in the same run", async () => {
  const { call } = await shared();
  const connection = { serviceUrl: "https://127.0.0.1:9/api", tenantId: 7, userId: 1, token: "q7Jx-secret" };
  expect(await call("connection.save", connection)).toMatchObject({ value: { hasToken: true } });
  expect(await call("vault.status", {})).toMatchObject({ value: { canKeep: false, thisRunOnly: true } });
  expect(await call("vault.forget", {})).toEqual({ ok: true, value: {} });
  expect(await call("connection.get", {})).toMatchObject({ ok: true, value: { hasToken: false } });
});
