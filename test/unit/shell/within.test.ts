import { expect, it } from "vitest";
import { DeadlineError, within } from "../../../main/shell/within.ts";

const never = new Promise<string>(() => undefined);

it("work that comes in time is answered, and what fails fails", async () => {
  expect(await within(60_000, Promise.resolve("done"))).toBe("done");
  await expect(within(60_000, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

it("work that takes too long is answered for, or is a distinct error", async () => {
  expect(await within(1, never, () => null)).toBeNull();
  await expect(within(1, never)).rejects.toThrow(DeadlineError);
});
