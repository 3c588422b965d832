/** In the running app: what the page asks for that reaches beyond the counter waits for a click outside the page. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { closeApp, type OpenedApp, test } from "../e2e/shell/open-app.ts";

/** The person's answers to the program's own questions from now on, and what was asked and handed to the system. */
async function standOutside({ app }: OpenedApp) {
  await app.evaluate(({ dialog, shell }) => {
    const seen: string[] = [];
    Object.assign(globalThis, { seenOutside: seen, answer: 0 });
    Reflect.set(dialog, "showMessageBox", async (...given: unknown[]) => {
      seen.push(`ask ${String(Reflect.get(Object(given.at(-1)), "message"))}`);
      return { response: Reflect.get(globalThis, "answer"), checkboxChecked: false };
    });
    Reflect.set(shell, "openPath", async (path: string) => {
      seen.push(`open ${path}`);
      return "";
    });
    Reflect.set(shell, "openExternal", async (link: string) => void seen.push(`link ${link}`));
  });
  return {
    answer: (button: number) => app.evaluate((_, to) => void Reflect.set(globalThis, "answer", to), button),
    seen: (): Promise<string[]> =>
      app.evaluate(() => {
        const seen: unknown = Reflect.get(globalThis, "seenOutside");
        return Array.isArray(seen)
          ? seen.splice(0).map((one) => String(one).replace(/[\u2068\u2069]/g, ""))
          : [];
      }),
  };
}

/** A server that remembers whether anybody came. */
async function listening() {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    visits: () => visits,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

const made = Buffer.from("made by the page");
const offer = { sha256: createHash("sha256").update(made).digest("hex"), name: "offer.docx" };
const RETURN = {
  currencyId: "YER",
  storeId: 1,
  supplierAccountId: 1101,
  cashOrBankAccountId: 2001,
  lines: [{ productId: 1001, measureUnitId: 1, price: "5900", quantity: "2" }],
};

test("a replaced page contacts no new server, opens no file and no link by itself, and all it leaves is closed to other accounts", async ({
  open,
  profile,
}) => {
  const opened = await open();
  const { call } = opened;
  const outside = await standOutside(opened);
  const [first, second] = [await listening(), await listening()];
  const signIn = { tenantId: 7001, userId: 501, token: "for-this-run", remember: false };

  // Servers: nobody comes to one that the person didn't confirm, and one that is confirmed is asked about once.
  const refused = { ok: false, error: { code: "server_not_confirmed" } };
  expect(await call("connection.check", { serviceUrl: first.url })).toMatchObject(refused);
  expect(await call("connection.save", { ...signIn, serviceUrl: first.url })).toMatchObject(refused);
  expect(await call("settings.set", { updateServer: first.url })).toMatchObject(refused);
  expect(await outside.seen()).toEqual(Array(3).fill(`ask Contact the server ${first.url}?`));
  expect(first.visits()).toBe(0);

  // The shop folder: no place and no public key that the person didn't confirm, and no folder that they didn't choose.
  const notConfirmed = { ok: false, error: { code: "shop_folder_not_confirmed" } };
  const bucket = `s3://books/shop?endpoint=${first.url}`;
  expect(await call("shopFolder.set", { place: `${first.url}/dav` })).toMatchObject(notConfirmed);
  expect(await call("shopFolder.set", { place: bucket, key: "k", secret: "s" })).toMatchObject(notConfirmed);
  expect(await call("shopFolder.configure", { recipient: "age1mine" })).toMatchObject(notConfirmed);
  expect(await call("shopFolder.set", { place: profile })).toMatchObject({
    error: { code: "file_not_chosen" },
  });
  expect(await outside.seen()).toEqual([
    `ask Use ${first.url}/dav as the shop folder?`,
    `ask Use ${first.url}, books/shop/ as the shop folder?`,
    "ask Encrypt the backups in the shop folder to age1mine?",
  ]);
  expect(first.visits()).toBe(0);
  await outside.answer(1);
  expect(await call("connection.check", { serviceUrl: second.url })).toMatchObject({ ok: true });
  expect(await call("connection.save", { ...signIn, serviceUrl: second.url })).toMatchObject({ ok: true });
  expect(await outside.seen()).toEqual([`ask Contact the server ${second.url}?`]);
  expect([first.visits(), second.visits() > 0]).toEqual([0, true]);

  // Files: one that the page made is opened only once an entry refers to it, and after a click.
  const part = { transferId: crypto.randomUUID(), offset: 0, base64: made.toString("base64"), last: true };
  expect(await call("attachment.receive", { ...part, name: offer.name })).toMatchObject({ ok: true });
  const openFile = () => call("attachment.open", offer);
  expect(await openFile()).toMatchObject({ value: { outcome: "not_referred" } });
  const kept = { ...offer, bytes: made.length };
  const posting = { ...RETURN, documentReferences: [{ type: 1, reference: "offer", kept }] };
  expect(await call("purchaseReturn.post", posting)).toMatchObject({ ok: true });
  await outside.answer(0);
  expect(await openFile()).toMatchObject({ value: { outcome: "cancelled" } });
  expect(await call("link.open", { url: "https://evil.example/?books" })).toMatchObject({
    value: { outcome: "cancelled" },
  });
  expect(await call("link.open", { url: second.url })).toMatchObject({ value: { outcome: "not_the_web" } });
  expect(await outside.seen()).toEqual([
    "ask Open the file offer.docx?",
    "ask Open https://evil.example/?books in the browser?",
  ]);
  await outside.answer(1);
  expect(await openFile()).toMatchObject({ value: { outcome: "opened" } });
  expect(await outside.seen()).toEqual([
    "ask Open the file offer.docx?",
    `open ${join(profile, "attachments", `${offer.sha256}.docx`)}`,
  ]);

  expect(await call("backup.create", {})).toMatchObject({ ok: true });
  await closeApp(opened);
  await Promise.all([first.close(), second.close()]);
  const wide = readdirSync(profile, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((one) => one.isFile() || one.isDirectory())
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0);
  expect(process.platform === "win32" ? [] : wide).toEqual([]);
});
