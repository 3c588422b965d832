/** Who may call: decided from what Electron says of the sender. */
import { expect, it } from "vitest";
import { mayAsk, mayCall, senderOf } from "../../../main/ipc/sender.ts";

const OWN = { url: "app://counterside/index.html" };

it("only the main frame of the program's own window, showing its own page, may call", () => {
  const may = (senderFrame: { url: string } | null, mainFrame: { url: string }, ownWindow = true) =>
    mayCall(senderOf({ senderFrame, sender: { mainFrame } }, ownWindow), null);
  expect(may(OWN, OWN)).toBe(true);
  // A frame in the page has the page's own address and is another frame.
  expect(may({ ...OWN }, OWN)).toBe(false);
  expect(may(OWN, OWN, false)).toBe(false);
  expect(may(null, OWN)).toBe(false);
  const foreign = { url: "https://example.com/" };
  expect(may(foreign, foreign)).toBe(false);
});

it("the print page asks for its two channels alone, and nobody else asks for those", () => {
  for (const channel of ["print.content", "print.drawn"])
    expect([mayAsk("print", channel), mayAsk("program", channel)]).toEqual([true, false]);
  expect([mayAsk("print", "settings.get"), mayAsk("program", "settings.get")]).toEqual([false, true]);
  expect([mayAsk("print", undefined), mayAsk("print", "people.permit")]).toEqual([false, false]);
});
