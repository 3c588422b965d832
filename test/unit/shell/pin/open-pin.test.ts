/** The PIN wired to its files, with what the owner's policy adds. */
import { expect, it } from "vitest";
import { openPin } from "../../../../main/shell/pin/open-pin.ts";
import { memoryFile, quietLog } from "../stand-ins.ts";

it("asks for what the owner's policy adds to what was chosen at the counter, once a PIN is set", async () => {
  const [file, marks] = [memoryFile(), memoryFile()];
  const open = (...always: Parameters<typeof openPin>[2]) =>
    openPin(
      file,
      marks,
      always,
      () => undefined,
      () => undefined,
      quietLog,
    );
  const pin = open("restore", "outbox");
  expect(pin.asksFor("restore")).toBe(false);
  await pin.set("1234", { asksFor: ["outbox"], keepOpenMinutes: 5 });
  expect(pin.status().asksFor).toEqual(["restore", "outbox"]);
  expect(() => pin.guard({ channel: "restore.request" }, {}, false)).toThrow(
    expect.objectContaining({ code: "pin_needed" }),
  );
  // The policy's act is not written down as a choice of the counter's.
  expect(open().status().asksFor).toEqual(["outbox"]);
});
