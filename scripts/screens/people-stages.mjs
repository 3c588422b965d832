/** Three people at one computer: who works now, what they may do, and an approval. */
import { goTo } from "../tour/steps.mjs";
import { OWNERS_PIN } from "./failure-stages.mjs";
import { call, entryOf, line, postReturn } from "./shop.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const PIN = "2580";

const STAFF = /** @type {const} */ ([
  { role: "owner", userId: 12, en: "Salma Bawazir", ar: "سلمى باوزير" },
  { role: "manager", userId: 13, en: "Omar Al-Kathiri", ar: "عمر الكثيري" },
  { role: "cashier", userId: 14, en: "Huda Saleh", ar: "هدى صالح" },
]);

const LINES = [line(1001, "450.5", "40"), line(1002, "5900.25", "2")];
const REASON = { en: "Entered twice.", ar: "أُدخلت مرتين." };

/** @typedef {(typeof STAFF)[number]["role"]} Role */

/** @param {Page} page @param {Role} role */
async function idOf(page, role) {
  const { people } = await call(page, "people.list", {});
  const found = people.find((person) => person.role === role && person.active);
  if (found === undefined) throw new Error(`nobody is ${role}`);
  return found.personId;
}

/** @param {Page} page */
async function lock(page) {
  await call(page, "people.lock", {});
  await page.getByTestId("lock-screen").waitFor();
}

/** @param {Page} page @param {Role} role */
async function signIn(page, role) {
  await lock(page);
  await call(page, "people.switch", { personId: await idOf(page, role), pin: PIN });
  await page.getByTestId("who-works").waitFor();
}

/** @param {Page} page @returns {Promise<"en" | "ar">} */
const languageOf = async (page) => ((await page.locator("html").getAttribute("lang")) === "ar" ? "ar" : "en");

/** Their names in the language of the picture, by the owner, who is signed in then. @param {Page} page */
async function nameStaff(page) {
  await signIn(page, "owner");
  const language = await languageOf(page);
  for (const { role, userId, [language]: name } of STAFF)
    await call(page, "people.save", { personId: await idOf(page, role), name, userId, role });
}

/** @param {Page} page @param {RegExp} name */
const press = (page, name) => page.getByRole("button", { name }).last().click();

/** @type {import("./stages.mjs").Stage} */
export const PEOPLE_STAGE = {
  words: "three people at one computer",
  views: async (page) => {
    // Where a stage before set the owner's PIN, nobody could be named without it.
    if ((await call(page, "pin.status", {})).isSet) await call(page, "pin.remove", { pin: OWNERS_PIN });
    for (const { role, userId, en } of STAFF)
      await call(page, "people.save", { name: en, userId, role, pin: PIN });
    await signIn(page, "owner");
    await call(page, "sync.pause", {});
    return [
      {
        screen: "people",
        state: "locked",
        route: "/home",
        open: async (shown) => {
          await nameStaff(shown);
          await lock(shown);
        },
      },
      {
        screen: "people",
        state: "list",
        route: "/settings/people",
        open: async (shown) => {
          await nameStaff(shown);
          await goTo(shown, "/settings/people");
          await shown.getByTestId("people-panel").waitFor();
        },
      },
      {
        screen: "people",
        state: "approval",
        route: "/outbox",
        open: async (shown) => {
          await nameStaff(shown);
          await signIn(shown, "cashier");
          // An entry keeps the name of its person as it was then.
          const serialNo = await postReturn(shown, { supplier: 1101, lines: LINES });
          await goTo(shown, `/outbox/${await entryOf(shown, serialNo)}`);
          await press(shown, /^(?:Discard entry|استبعاد العملية)/);
          await shown.locator("main form textarea").fill(REASON[await languageOf(shown)]);
          await press(shown, /^(?:Discard|استبعاد)/);
          await shown.getByTestId("approval-asked").waitFor();
        },
      },
    ];
  },
};
