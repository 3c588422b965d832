/** The page is a prisoner: what it can't do, tried in the real Electron. */
import { expect } from "@playwright/test";
import { atRest } from "../../helpers/at-rest.ts";
import { test } from "./open-app.ts";
import { practiceShop } from "./shared-app.ts";

const shared = practiceShop();

test("nothing inline runs, nothing is evaluated, nothing is fetched", async () => {
  const { page } = await shared();
  const tried = await page.evaluate(async () => {
    // While Playwright's own call runs, evaluating is allowed to it; one turn later the policy holds again.
    await new Promise((settle) => setTimeout(settle, 50));
    const refused: string[] = [];
    const both = new Promise<void>((settle) =>
      document.addEventListener("securitypolicyviolation", (event) => {
        refused.push(event.effectiveDirective);
        if (["frame-src", "img-src"].every((rule) => refused.includes(rule))) settle();
      }),
    );
    const script = document.createElement("script");
    script.appendChild(document.createTextNode("window.inlineRan = true"));
    document.body.append(script);
    const attempt = async (work: () => unknown) => {
      try {
        await work();
        return "went through";
      } catch {
        return "refused";
      }
    };
    const outcomes = {
      eval: await attempt(() => Reflect.construct(Function, ["return 1"])),
      markup: await attempt(() => Object.assign(document.createElement("p"), { innerHTML: "<b>x</b>" })),
      policy: await attempt(() =>
        Reflect.apply(Reflect.get(window, "trustedTypes").createPolicy, Reflect.get(window, "trustedTypes"), [
          "default",
          {},
        ]),
      ),
      fetch: await attempt(() => fetch("https://example.com/")),
      own: await attempt(() => fetch("app://counterside/index.html")),
      socket: await attempt(
        () =>
          new Promise((settle, fail) => {
            const socket = new WebSocket("ws://127.0.0.1:9/");
            socket.onerror = fail;
            socket.onopen = settle;
          }),
      ),
    };
    const frame = document.createElement("iframe");
    frame.src = "https://example.com/";
    document.body.append(frame);
    const image = new Image();
    image.src = "https://example.com/x.png";
    await both;
    return { outcomes, inlineRan: Reflect.get(window, "inlineRan") ?? false, refused };
  });
  for (const [name, outcome] of Object.entries(tried.outcomes)) expect(outcome, name).toBe("refused");
  expect(tried.inlineRan).toBe(false);
  expect(tried.refused).toEqual(
    expect.arrayContaining([
      ...["require-trusted-types-for", "trusted-types"],
      ...["connect-src", "frame-src", "img-src"],
    ]),
  );
});

test("the app's own screens break no rule of the policy", async () => {
  const { page } = await shared();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to|Trusted/.test(message.text())) complaints.push(message.text());
  });
  await page.reload();
  for (const keys of ["Control+k", "Escape", "Control+Slash", "Escape", "F1", "Alt+2", "Alt+5", "Alt+9"]) {
    await page.keyboard.press(keys);
    await atRest(page);
  }
  expect(complaints).toEqual([]);
});

test("the window returns to its page from every other page of the program and from an empty one", async () => {
  const { app, page } = await shared();
  await app.evaluate(({ BrowserWindow }) => {
    const ways: string[] = [];
    Reflect.set(globalThis, "ways", ways);
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Received after the program's own answer.
    contents?.on("will-frame-navigate", ({ url, defaultPrevented }) =>
      ways.push(`${defaultPrevented ? "refused" : "open"} ${url}`),
    );
    contents?.on("did-navigate", (_event, url) => ways.push(`went ${url}`));
  });
  const signs = async () => (await app.evaluate(() => Reflect.get(globalThis, "ways"))).join("\n");
  // Chromium asks nobody before it goes to an empty page, so the program returns from it.
  for (const [address, sign] of [
    ["app://counterside/print/index.html", "refused app://counterside/print/index.html"],
    ["app://counterside/x.js", "refused app://counterside/x.js"],
    ["about:blank", "went about:blank"],
  ] as const) {
    await page.evaluate((to) => void setTimeout(() => location.assign(to)), address);
    await expect.poll(signs).toContain(sign);
    // Asked of the page itself: Playwright's own waiting takes a refused navigation for one that is under way.
    // On its way back from the empty page it can't answer for a moment.
    const shown = () =>
      page
        .evaluate(() => [location.href.replace(/#.*/, ""), document.querySelector("main h1") !== null])
        .catch((error: unknown) => String(error));
    await expect.poll(shown).toEqual(["app://counterside/index.html", true]);
  }
});

test("app:// serves the page's files and nothing beside them", async () => {
  const { app } = await shared();
  const statuses = await app.evaluate(async ({ net }) => {
    const status = async (address: string, method = "GET") =>
      (await net.fetch(address, { method, bypassCustomProtocolHandlers: false })).status;
    return {
      page: await status("app://counterside/index.html"),
      missing: await status("app://counterside/missing.js"),
      above: await status("app://counterside/..%2f..%2fpackage.json"),
      above2: await status("app://counterside/%2e%2e/main/index.js"),
      otherHost: await status("app://elsewhere/index.html"),
      post: await status("app://counterside/index.html", "POST"),
    };
  });
  expect(statuses).toEqual({ page: 200, missing: 404, above: 403, above2: 404, otherHost: 403, post: 403 });
});
