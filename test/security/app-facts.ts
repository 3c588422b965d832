/** What a running app lets happen, tried and written down. What is right about it, others decide. */
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { appFolder } from "../../scripts/lib/app/launch-app.mjs";
import type { OpenedApp } from "../e2e/shell/open-app.ts";

export interface Stranger {
  url: string;
  /** The paths that were asked for. */
  asked: string[];
  close(): Promise<void>;
}

/** A server on loopback that the app has no business with. */
export async function startStranger(): Promise<Stranger> {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? "");
    const redirect = incoming.url === "/redirect";
    outgoing.writeHead(redirect ? 302 : 200, {
      "content-type": "text/html",
      ...(redirect ? { location: "/after-redirect" } : {}),
    });
    outgoing.end("<!doctype html><title>stranger</title><p>stranger");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server doesn't listen.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The web preferences of every window the app makes, from the first one on. */
export async function watchPreferences({
  app,
}: OpenedApp): Promise<() => Promise<Record<string, unknown>[]>> {
  await app.evaluate(({ app: electron, BrowserWindow }) => {
    const seen: unknown[] = [];
    const note = (window: Electron.BrowserWindow) => {
      // Not in Electron's types, though it has been there from the start.
      const read: unknown = Reflect.get(window.webContents, "getLastWebPreferences");
      if (typeof read === "function") seen.push({ ...Reflect.apply(read, window.webContents, []) });
    };
    for (const window of BrowserWindow.getAllWindows()) note(window);
    electron.on("browser-window-created", (_, window) => note(window));
    Reflect.set(globalThis, "seenPreferences", seen);
  });
  return () => app.evaluate(() => Reflect.get(globalThis, "seenPreferences"));
}

/** What the page finds in its own world. */
export const globalsOf = ({ page }: OpenedApp) =>
  page.evaluate(() => ({
    ofNode: ["process", "require", "module", "Buffer", "global", "setImmediate"].filter(
      (name) => name in globalThis,
    ),
    bridge: Object.keys(Reflect.get(window, "counterside") ?? {}).sort(),
    webviews: document.createElement("webview").constructor.name,
  }));

/** Where the page is, and where everything on it comes from. */
export const addressesOf = ({ page }: OpenedApp): Promise<string[]> =>
  page.evaluate(() => [
    location.href,
    ...performance.getEntriesByType("resource").map(({ name }) => name),
    ...Array.from(document.querySelectorAll("script, link, img, source, frame, iframe"), (part) =>
      String(Reflect.get(part, "src") || Reflect.get(part, "href")),
    ).filter((address) => address !== "undefined"),
  ]);

/** How many arguments, and of what kind, an event brings to the page. */
export const eventArgumentsOf = ({ page }: OpenedApp): Promise<string[]> =>
  page.evaluate(async () => {
    const bridge: unknown = Reflect.get(window, "counterside");
    if (typeof bridge !== "object" || bridge === null) return [];
    const received = new Promise<string[]>((settle) => {
      Reflect.apply(Reflect.get(bridge, "subscribe"), null, [
        (...all: unknown[]) => settle(all.map((one) => Object.keys(Object(one)).sort().join())),
      ]);
    });
    await Reflect.apply(Reflect.get(bridge, "invoke"), null, ["settings.set", { theme: "light" }]);
    return received;
  });

/** The answer to each permission that the page asks for. */
export const permissionsOf = ({ page }: OpenedApp): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const state = async (name: string) => {
      const status: unknown = await Reflect.apply(navigator.permissions.query, navigator.permissions, [
        { name },
      ]);
      return status instanceof PermissionStatus ? status.state : "odd";
    };
    const names = [
      "geolocation",
      "notifications",
      "camera",
      "microphone",
      "midi",
      "clipboard-read",
      "clipboard-write",
    ];
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await state(name)] as const)),
    );
  });

/** The policy the page is served with, and whether a script written into the page runs. */
export async function policyOf({ app, page }: OpenedApp): Promise<{ policy: string; inlineRan: boolean }> {
  const policy = await app.evaluate(async ({ net }) => {
    const answer = await net.fetch("app://counterside/index.html", { bypassCustomProtocolHandlers: false });
    return answer.headers.get("content-security-policy") ?? "";
  });
  const inlineRan = await page.evaluate(async () => {
    await new Promise((settle) => setTimeout(settle, 50));
    const script = document.createElement("script");
    script.appendChild(document.createTextNode("window.inlineRan = true"));
    document.body.append(script);
    return Reflect.get(window, "inlineRan") === true;
  });
  return { policy, inlineRan };
}

/** Does a view that some page embeds come to life? Tried in a window that, unlike the app's own, allows the tag. */
export const embeddedViewsOf = ({ app }: OpenedApp): Promise<number> =>
  app.evaluate(async ({ BrowserWindow, webContents }) => {
    const window = new BrowserWindow({ show: false, webPreferences: { webviewTag: true, sandbox: true } });
    await window.loadURL("data:text/html,<webview src='data:text/html,x' allowpopups></webview>");
    await new Promise((settle) => setTimeout(settle, 500));
    const views = webContents.getAllWebContents().filter((one) => one.getType() === "webview").length;
    window.destroy();
    return views;
  });

/** Who is answered besides the app's own page. */
export const answeredOf = ({ app }: OpenedApp, stranger: Stranger): Promise<string[]> =>
  app.evaluate(
    async ({ BrowserWindow, WebContentsView }, { preload, elsewhere }) => {
      const ask =
        "Promise.race([(async () => (await PLACE.counterside?.invoke('settings.get', {}))?.ok ?? false)(), new Promise((r) => setTimeout(r, 2000, false))])";
      const answered: string[] = [];
      const tryFrom = async (who: string, contents: Electron.WebContents, script: string) => {
        const ok: unknown = await contents.executeJavaScript(script).catch(() => false);
        if (ok === true) answered.push(who);
      };
      const preferences = { preload, sandbox: true, nodeIntegrationInSubFrames: true };
      for (const [who, address] of [
        ["a data page", "data:text/html,stranger"],
        ["a page of the network", elsewhere],
        ["an empty page", "about:blank"],
      ] as const) {
        const window = new BrowserWindow({ show: false, webPreferences: preferences });
        // The session lets no page of the network in.
        await window.loadURL(address).catch(() => undefined);
        await tryFrom(who, window.webContents, ask.replace("PLACE", "window"));
        window.destroy();
      }
      const window = new BrowserWindow({ show: false, webPreferences: preferences });
      await window.loadURL("app://counterside/index.html");
      await tryFrom(
        "a frame in the app's own page",
        window.webContents,
        `(async () => { const frame = document.createElement('iframe'); document.body.append(frame);
          await new Promise((r) => setTimeout(r, 300)); return ${ask.replace("PLACE", "frame.contentWindow")}; })()`,
      );
      window.destroy();
      // The app's own page, in a view that no window of the app's making shows.
      const view = new WebContentsView({ webPreferences: preferences });
      await view.webContents.loadURL("app://counterside/index.html");
      await tryFrom("a view without a window", view.webContents, ask.replace("PLACE", "window"));
      view.webContents.close();
      return answered;
    },
    { preload: join(appFolder, "out", "preload", "index.cjs"), elsewhere: `${stranger.url}/page` },
  );

export interface Opened {
  windows: number;
  outside: string[];
}

/** What opens when the page asks for new windows and outside programs. */
export async function openedBy({ app, page }: OpenedApp, stranger: Stranger): Promise<Opened> {
  await app.evaluate(({ shell }) => {
    Reflect.set(globalThis, "openedOutside", []);
    Reflect.set(
      shell,
      "openExternal",
      async (link: string) => void Reflect.get(globalThis, "openedOutside").push(link),
    );
  });
  const addresses = [
    ...[`${stranger.url}/window`, "about:blank", "file:///etc/hostname", "javascript:1", "data:text/html,x"],
    ...[
      "smb://server/share",
      "ms-msdt:/id",
      "mailto:a@b.example",
      "https://user:secret@example.com/",
      "app://counterside/",
    ],
    "https://example.com/help",
  ];
  await page.evaluate(async (all) => {
    for (const address of all) window.open(address);
    // The way there is: a link of a reference, which the person confirms.
    for (const url of all)
      await Reflect.apply(Reflect.get(window.counterside, "invoke"), null, ["link.open", { url }]);
    const link = document.createElement("a");
    Object.assign(link, { href: all[0], target: "_blank" });
    document.body.append(link);
    link.click();
    link.dispatchEvent(new MouseEvent("click", { ctrlKey: true, bubbles: true, cancelable: true }));
    link.remove();
  }, addresses);
  await page.waitForTimeout(400);
  const windows = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows().slice(0, -1))
      if (!window.webContents.getURL().startsWith("app://counterside/index.html")) window.destroy();
  });
  return { windows, outside: await app.evaluate(() => Reflect.get(globalThis, "openedOutside")) };
}

/** Drops a file and a link on the page, as a hand would. */
async function dropOn({ page }: OpenedApp, stranger: Stranger): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const items = [{ mimeType: "text/uri-list", data: `${stranger.url}/dropped`, title: "x", baseURL: "" }];
  for (const data of [
    { items: [], files: [join(appFolder, "package.json")], dragOperationsMask: 1 },
    { items, dragOperationsMask: 1 },
  ])
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await devtools.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  await devtools.detach();
}

/** Where the page ends up when it tries to leave, what it reached, and how long the last one took. The last thing to try. */
export async function leavingOf(
  opened: OpenedApp,
  stranger: Stranger,
  patienceMs: number,
): Promise<{ at: string; reached: string[]; waitedMs: number }> {
  const { app, page } = opened;
  stranger.asked.length = 0;
  const at = new Set<string>();
  const look = async () => {
    await page.waitForTimeout(250);
    at.add(page.url().replace(/#.*$/, ""));
  };
  await dropOn(opened, stranger);
  await look();
  // A redirect of an address that the program itself would open.
  await app.evaluate(async ({ BrowserWindow }, url) => {
    const window = new BrowserWindow({ show: false });
    await window.loadURL(`${url}/redirect`).catch(() => undefined);
    window.destroy();
  }, stranger.url);
  const leaveFor = (address: string) =>
    page
      .evaluate((to) => {
        const link = document.createElement("a");
        link.href = to;
        document.body.append(link);
        link.click();
        setTimeout(() => location.assign(to), 50);
        const form = document.createElement("form");
        form.action = to;
        document.body.append(form);
        setTimeout(() => form.submit(), 100);
      }, address)
      // Where it does leave, its script is gone with it.
      .catch(() => undefined);
  const left = `${stranger.url}/left`;
  for (const address of ["file:///etc/hostname", "data:text/html,x", left]) {
    await leaveFor(address);
    await look();
  }
  // On a busy machine an earlier way out replaces the page only now, and the last one's script with it: so again.
  const began = Date.now();
  while (Date.now() < began + patienceMs && !stranger.asked.includes("/left")) {
    await leaveFor(left);
    await look();
  }
  const reached = stranger.asked.filter((path) => !["/redirect", "/favicon.ico"].includes(path));
  return { at: [...at].join(" "), reached: [...new Set(reached)], waitedMs: Date.now() - began };
}
