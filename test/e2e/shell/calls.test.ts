import { expect } from "@playwright/test";
import { answerFileDialog } from "../../../scripts/lib/app/answer-file-dialog.mjs";
import { test } from "./open-app.ts";
import { practiceShop } from "./shared-app.ts";

const shared = practiceShop();

test("wrong names and wrong inputs each get an error reply, and the app goes on", async () => {
  const { call } = await shared({ callsOnly: true });
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
  const { app, call } = await shared({ callsOnly: true });
  await answerFileDialog(app, "/no/such/file.csv");
  await call("file.choose", { purpose: "referenceData" });
  const reply = await call("referenceData.import", { kind: "product", path: "/no/such/file.csv" });
  expect(reply.ok).toBe(false);
  expect(JSON.stringify(reply)).not.toMatch(/\bat .+:\d+:\d+|out\/main/);
});
