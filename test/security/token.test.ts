/**
 * A day's session with a token that would be known anywhere, and then a search for it: in every file, in everything
 * that was said to the page, and in the page's memory. It may be in the vault, sealed, and in the engine's memory.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect } from "@playwright/test";
import { CHANNELS, isChannelName } from "../../contract/channels.ts";
import { answerFileDialog } from "../../scripts/lib/app/answer-file-dialog.mjs";
import { RETURN } from "../e2e/printing-steps.ts";
import { closeApp, type OpenedApp, test } from "../e2e/shell/open-app.ts";
import { atRest } from "../helpers/at-rest.ts";
import { partsOf, zipOf } from "../integration/engine/import/xlsx-files.ts";
import { filesWith, spellingsOf } from "./token-search.ts";

const RECORDER = join(import.meta.dirname, "record-messages.cjs");
const newToken = () => `shop+${randomBytes(12).toString("hex")}/tok=`;

type Manner = "refuse" | "expire" | "lose" | "fail";

/** A service that repeats whatever it is sent, headers and all, as debug pages do. */
async function startEchoService() {
  const state: { manner: Manner; authorizations: string[] } = { manner: "refuse", authorizations: [] };
  const server = createServer((incoming, outgoing) => {
    state.authorizations.push(incoming.headers.authorization ?? "");
    if (state.manner === "lose") return void incoming.socket.destroy();
    const token = (incoming.headers.authorization ?? "").replace("Bearer ", "");
    const status = { refuse: 422, expire: 401, fail: 500 }[state.manner];
    outgoing.writeHead(status, { "content-type": "application/json", "x-echo": token });
    outgoing.end(
      JSON.stringify({
        message: `refused: ${token}`,
        seen: incoming.headers,
        link: `https://a.example/?t=${encodeURIComponent(token)}`,
        sealed: Buffer.from(token).toString("base64"),
        header: Buffer.from(incoming.headers.authorization ?? "").toString("base64"),
        lower: encodeURIComponent(token).replaceAll(/%../g, (code) => code.toLowerCase()),
        // Written into the text below, where it is an escape of JSON.
        escaped: "ESCAPED",
      }).replace("ESCAPED", () =>
        token.replaceAll(
          /[^A-Za-z0-9]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`,
        ),
      ),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The service doesn't listen.");
  return {
    state,
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Types the connection into its screen as a person would; nothing of the token goes through a script of the test. */
async function connectByHand({ page }: OpenedApp, serviceUrl: string, token: string): Promise<void> {
  await page.evaluate(() => {
    location.hash = "#/connect";
  });
  await page.getByLabel("Address of the central system").fill(serviceUrl);
  await page.getByLabel("Company number", { exact: true }).fill("7001");
  await page.getByLabel("User", { exact: true }).fill("501");
  await page.locator("input[type=password]").focus();
  await page.keyboard.insertText(token);
  await page.getByLabel("Keep the access token until Counterside is closed").check();
  await page.keyboard.press("Control+Enter");
  // A first connection goes on to the reference data; the field is looked at after coming back.
  await page.waitForFunction(() => location.hash.startsWith("#/reference-data"));
  await page.evaluate(() => {
    location.hash = "#/connect";
  });
  await expect(page.locator("input[type=password]")).toHaveValue("");
}

async function entryIn(
  opened: OpenedApp,
  state: string,
  service: { state: { manner: Manner } },
  manner: Manner,
) {
  service.state.manner = manner;
  const { entryId } = await opened.invoke("purchaseReturn.post", RETURN);
  await expect
    .poll(async () => JSON.stringify(await opened.call("outbox.get", { entryId })), { timeout: 20_000 })
    .toContain(`"state":"${state}"`);
  return entryId;
}

/** Everything a page could be sent: each channel that asks for nothing, and the entries in full. */
async function askEverything(opened: OpenedApp, entries: string[]): Promise<void> {
  const leaving = new Set(["app.quit", "practice.start", "vault.forget", "print.printers"]);
  for (const name of Object.keys(CHANNELS).filter(isChannelName)) {
    if (leaving.has(name) || !CHANNELS[name].input.safeParse({}).success) continue;
    await opened.call(name, {});
  }
  for (const entryId of entries) await opened.call("outbox.get", { entryId });
  await opened.call("documents.search", { text: "" });
  await opened.call("audit.list", { limit: 200 });
}

/** The page's memory as text, after what nobody needs was thrown away. */
async function heapOf({ page }: OpenedApp): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devtools.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await devtools.detach();
  return chunks.join("");
}

const isIn = (text: string, token: string): boolean => {
  const bytes = Buffer.from(text);
  return spellingsOf(token).some((spelling) => bytes.includes(spelling));
};

test("after a day's session the token is in no file, no message and not in the page's memory", async ({
  profile,
  open,
}) => {
  test.setTimeout(180_000);
  const token = newToken();
  const service = await startEchoService();
  const outside = mkdtempSync(join(tmpdir(), "counterside-token-"));
  // Only this app's: other tests make and delete files in the system's folder at the same time.
  const temporary = mkdtempSync(join(tmpdir(), "counterside-temp-"));
  try {
    const opened = await open({ preloads: [RECORDER], env: { TMPDIR: temporary } });
    const { app, page, call } = opened;
    await connectByHand(opened, service.url, token);
    const entries = [
      await entryIn(opened, "dead_letter", service, "refuse"),
      await entryIn(opened, "outcome_unknown", service, "lose"),
      await entryIn(opened, "outcome_unknown", service, "fail"),
    ];
    for (const route of ["outbox", "home", "activity", "settings", "connect", `outbox/${entries[0]}`]) {
      await page.evaluate((to) => {
        location.hash = `#/${to}`;
      }, route);
      await atRest(page);
    }
    // Before the test itself hands the token to the page.
    expect(isIn(await heapOf(opened), token), "the page's memory").toBe(false);
    // Also as a caller would that gets it wrong, and as one whose address is refused.
    await call("connection.save", { serviceUrl: "http://books.example", tenantId: "x", userId: 1, token });
    await call("connection.save", { serviceUrl: service.url, tenantId: 7001, userId: 501, tokn: token });

    const saveTo = async (name: string, purpose: string) => {
      const path = join(outside, name);
      await answerFileDialog(app, path);
      if (purpose !== "") await call("file.choose", { purpose });
      return path;
    };
    await saveTo("slip.pdf", "");
    expect(await call("print.slip", { entryId: entries[0], to: "pdf" })).toMatchObject({
      value: { outcome: "saved" },
    });
    await saveTo("checklist.csv", "");
    expect(await call("print.checklist", { to: "csv" })).toMatchObject({ value: { outcome: "saved" } });
    for (const format of ["csv", "jsonl"]) {
      const path = await saveTo(`activity.${format}`, "saveActivity");
      await call("audit.export", { path, format });
    }
    await saveTo("support.zip", "");
    await call("support.save", {});
    expect(await call("backup.create", {})).toMatchObject({ ok: true });
    expect(readdirSync(outside).sort()).toEqual([
      ...["activity.csv", "activity.jsonl", "checklist.csv", "slip.pdf", "support.zip"],
    ]);
    await askEverything(opened, entries);
    service.state.manner = "expire";
    await opened.invoke("purchaseReturn.post", RETURN);
    await expect.poll(async () => JSON.stringify(await call("sync.status", {}))).toContain("sign_in_needed");

    expect(service.state.authorizations).toContain(`Bearer ${token}`);
    // The page is opened anew; its crash is also what a crash report would be made of.
    await app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<void>((back) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents;
          contents?.once("did-finish-load", () => back());
          contents?.forcefullyCrashRenderer();
        }),
    );
    const sent: string[] = await app.evaluate(() => Reflect.get(globalThis, "sentToPages"));
    expect(sent.length).toBeGreaterThan(40);
    expect(sent.filter((message) => isIn(message, token)).map((message) => message.slice(0, 300))).toEqual(
      [],
    );
    const dumps = await app.evaluate(({ app: electron }) => electron.getPath("crashDumps"));
    mkdirSync(dumps, { recursive: true });
    await closeApp(opened);

    const { found, searched } = await filesWith([profile, outside, dumps, temporary], token);
    expect(searched).toBeGreaterThan(15);
    expect(found).toEqual([]);
  } finally {
    await service.close();
    for (const folder of [outside, temporary]) rmSync(folder, { recursive: true, force: true });
  }
});

test("the search finds a token however it is written", async () => {
  const token = newToken();
  const folder = mkdtempSync(join(tmpdir(), "counterside-search-"));
  try {
    const spellings = spellingsOf(token);
    const packed = (bytes: Buffer) =>
      Buffer.concat([Buffer.from("%PDF-1.4\nstream\n"), deflateSync(bytes), Buffer.from("\nendstream")]);
    const parts = partsOf([{ name: "S", rows: [[token]] }]);
    spellings.forEach((spelling, at) => {
      writeFileSync(
        join(folder, `${at}.txt`),
        Buffer.concat([Buffer.from("before"), spelling, Buffer.from("after")]),
      );
    });
    writeFileSync(join(folder, "base64.txt"), Buffer.from(`{"a":"${token}"}`).toString("base64"));
    writeFileSync(join(folder, "a.pdf"), packed(Buffer.from(`text ${token}`)));
    writeFileSync(join(folder, "a.xlsx"), zipOf(parts));
    writeFileSync(
      join(folder, "bundle.zip"),
      zipOf([{ name: "inner.zip", data: zipOf(parts), stored: true }]),
    );
    writeFileSync(join(folder, "clean.txt"), newToken());
    const { found, searched } = await filesWith([folder], token);
    expect(found).toHaveLength(searched - 1);
    expect(found.join()).not.toContain("clean");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
