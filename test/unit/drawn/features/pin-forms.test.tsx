/** The forms of the PIN's settings: a refusal is at its field as long as what it is about is there. */
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ResetForm } from "../../../../renderer/features/pin/pin-form.tsx";
import { ChangeForm } from "../../../../renderer/features/pin/pin-forms.tsx";
import { draw } from "../../../helpers/drawn.tsx";
import { sampleOf } from "../../../helpers/event-samples.ts";
import { refused } from "../../../helpers/refused.ts";

const STATUS = { ...sampleOf("pin.changed").payload, pinWaitMs: 0, codeWaitMs: 0 };
const nothing = () => undefined;
const wrong = (which: "pin" | "code") => () => {
  throw refused("pin_wrong", { which, waitMs: 0 });
};
const isWrong = (field: HTMLElement) => field.getAttribute("aria-invalid") === "true";

it("A present PIN that was wrong is no longer called so once it is typed anew", async () => {
  const { user } = await draw(<ChangeForm status={STATUS} onKeep={nothing} onDone={nothing} />, {
    answers: { "pin.change": wrong("pin") },
  });
  const present = screen.getByTestId("pin-present");
  await user.type(present, "1111");
  for (const field of ["pin-new", "pin-again"]) await user.type(screen.getByTestId(field), "2468");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(isWrong(present)).toBe(true));
  await waitFor(() => expect(document.activeElement).toBe(present));
  await user.clear(present);
  await user.type(present, "1234");
  expect(isWrong(present)).toBe(false);
  await user.type(screen.getByTestId("pin-again"), "9{Enter}");
  await waitFor(() => expect(isWrong(screen.getByTestId("pin-again"))).toBe(true));
  expect(isWrong(present)).toBe(false);
});

it("A recovery code that was wrong is no longer called so once it is typed anew", async () => {
  const { user } = await draw(<ResetForm onDone={nothing} onBack={nothing} back="Back" />, {
    answers: { "pin.status": () => STATUS, "pin.reset": wrong("code") },
  });
  const code = screen.getByLabelText("Recovery code");
  await user.type(code, "1111");
  for (const field of ["pin-new", "pin-again"]) await user.type(screen.getByTestId(field), "2468");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(isWrong(code)).toBe(true));
  await user.type(code, "2");
  expect(isWrong(code)).toBe(false);
});
