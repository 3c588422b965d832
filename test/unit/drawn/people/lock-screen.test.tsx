/** The screen on which one signs in: names, PIN, badge, a forgotten PIN, and the owner who is missing. */
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { LockScreen } from "../../../../renderer/features/people/lock-screen.tsx";
import { draw } from "../../../helpers/drawn.tsx";
import { refused } from "../../../helpers/refused.ts";
import { AMAL, BASIM, counterOf, GONE, NURA, PIN, scanBadge } from "./signed-in.ts";

const ALL = [AMAL, BASIM, NURA, GONE];
const drawLocked = (people = ALL, ownerless = false, answers = {}) =>
  draw(<LockScreen ownerless={ownerless} />, {
    answers: { ...counterOf(people, null).answers, ...answers },
  });
const tile = (name: RegExp) => screen.findByRole("button", { name });
const pinField = () => screen.findByTestId("person-pin");

it("The tiles are the people who can sign in, and nobody else", async () => {
  await drawLocked([
    ...ALL,
    { ...NURA, personId: "00000000-0000-4000-8000-000000000009", name: "Sami", hasPin: false },
  ]);
  await tile(/Amal/);
  const names = within(screen.getByRole("list")).getAllByRole("button");
  expect(names.map(({ textContent }) => textContent)).toEqual(["AmalOwner", "BasimCashier", "NuraManager"]);
});

it("A letter, Enter and the digits sign a person in without a mouse", async () => {
  const { user, asked } = await drawLocked();
  await waitFor(async () => expect(document.activeElement).toBe(await tile(/Amal/)));
  await user.keyboard("n{Enter}");
  const field = await pinField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard(`${PIN}{Enter}`);
  await waitFor(() => expect(asked("people.switch")).toEqual([{ personId: NURA.personId, pin: PIN }]));
});

it("Arrows lead from name to name, and stop at the ends", async () => {
  const { user } = await drawLocked();
  await tile(/Amal/);
  await user.keyboard("{ArrowLeft}");
  expect(document.activeElement).toBe(await tile(/Amal/));
  await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
  expect(document.activeElement).toBe(await tile(/Nura/));
});

it("A wrong PIN is taken out of its field and named there, and Escape leads back to the names", async () => {
  const { user } = await drawLocked();
  await user.click(await tile(/Basim/));
  const field = await pinField();
  await user.type(field, "1111{Enter}");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(field).toHaveProperty("value", "");
  await user.keyboard("{Escape}");
  await tile(/Nura/);
  expect(screen.queryByTestId("person-pin")).toBeNull();
});

it("Too early for another try, the wait is said and nothing is sent", async () => {
  const { user, asked } = await drawLocked(ALL, false, {
    "people.switch": () => {
      throw refused("pin_wait", { which: "pin", waitMs: 60_000 });
    },
  });
  await user.click(await tile(/Basim/));
  await user.type(await pinField(), `${PIN}{Enter}`);
  await screen.findByText("You can try again in 1 minute.");
  await user.type(await pinField(), `${PIN}{Enter}`);
  expect(asked("people.switch")).toHaveLength(1);
});

it("Where one person alone can sign in, the PIN is asked for at once", async () => {
  const { asked, user } = await drawLocked([AMAL, GONE]);
  const field = await pinField();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.queryByRole("button", { name: "Choose another name" })).toBeNull();
  await user.keyboard(`${PIN}{Enter}`);
  await waitFor(() => expect(asked("people.switch")).toHaveLength(1));
});

it("A badge chooses its person from the names and from another's PIN, which then holds nothing of it", async () => {
  const { user } = await drawLocked();
  await tile(/Amal/);
  await scanBadge(BASIM);
  await screen.findByRole("heading", { name: "Basim" });
  await user.type(await pinField(), "13");
  await scanBadge(NURA);
  await screen.findByRole("heading", { name: "Nura" });
  expect(await pinField()).toHaveProperty("value", "");
  await scanBadge(GONE);
  await tile(/Amal/);
});

it("A code that is no badge is no PIN: it leads to the names", async () => {
  const { user, asked } = await drawLocked();
  await user.click(await tile(/Basim/));
  await userEvent.setup({ delay: null }).type(await pinField(), "012345678905{Enter}");
  await tile(/Nura/);
  expect(asked("people.switch")).toEqual([]);
});

it("An owner who forgot the PIN sets a new one with the recovery code, a cashier is led to the owner", async () => {
  const { user, asked } = await drawLocked();
  await user.click(await tile(/Basim/));
  await screen.findByText("If you forgot your PIN, an owner can set a new one in Settings.");
  expect(screen.queryByRole("button", { name: "Forgot the PIN?" })).toBeNull();
  await user.keyboard("{Escape}");
  await user.click(await tile(/Amal/));
  await user.click(await screen.findByRole("button", { name: "Forgot the PIN?" }));
  const code = screen.getByLabelText("Recovery code");
  await user.type(code, "0".repeat(30));
  await user.type(screen.getByTestId("pin-new"), PIN);
  await user.type(screen.getByTestId("pin-again"), `${PIN}{Enter}`);
  await waitFor(() => expect(code.getAttribute("aria-invalid")).toBe("true"));
  expect(asked("people.reset")).toMatchObject([{ personId: AMAL.personId, newPin: PIN }]);
});

it("Without an owner who can sign in, the screen makes one and shows the recovery code's maker", async () => {
  const { user, asked } = await drawLocked([BASIM], true, {
    "people.save": () => ({ personId: AMAL.personId }),
    "people.renewCode": () => ({ recoveryCode: "1234 5678" }),
  });
  await screen.findByRole("heading", { name: "Who is the owner?" });
  await user.type(screen.getByLabelText("Name"), "Amal");
  await user.type(screen.getByLabelText("User number in the central system"), "٥٠١");
  await user.type(screen.getByTestId("pin-new"), PIN);
  await user.type(screen.getByTestId("pin-again"), `${PIN}{Enter}`);
  await waitFor(() => expect(asked("people.renewCode")).toHaveLength(1));
  expect(asked("people.save")).toEqual([{ name: "Amal", userId: "501", role: "owner", pin: PIN }]);
});
