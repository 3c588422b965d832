/** Which servers the page may have contacted, and which place it may have used as the shop folder. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { CHANNELS, isChannelName } from "../../../contract/channels.ts";
import {
  guardServers,
  guardShopFolder,
  knownServers,
  knownShopFolder,
  serversIn,
} from "../../../main/shell/servers.ts";

/** A guard that knows one server, and the questions it asked. */
function guardKnowing(known: string, says = true) {
  const asked: string[] = [];
  const guard = guardServers(
    async () => [known, null],
    async ({ about, what }) => {
      asked.push(`${about} ${what}`);
      return says;
    },
  );
  return { asked, guard };
}

describe("a server that the page names", () => {
  it("is contacted without a word where the counter knows it, by its origin", async () => {
    const { asked, guard } = guardKnowing("https://shop.example/api");
    await guard({ channel: "connection.check" }, { serviceUrl: "https://shop.example/other" });
    await guard({ channel: "connection.save" }, { serviceUrl: "https://SHOP.example:443/api" });
    expect(asked).toEqual([]);
  });

  it("is confirmed once in the program's own dialog where it is new, and otherwise refused", async () => {
    const yes = guardKnowing("https://shop.example");
    await yes.guard({ channel: "connection.check" }, { serviceUrl: "https://new.example/api" });
    await yes.guard({ channel: "connection.save" }, { serviceUrl: "https://new.example/api" });
    await yes.guard({ channel: "settings.set" }, { updateServer: "https://updates.example" });
    expect(yes.asked).toEqual(["contactServer https://new.example", "contactServer https://updates.example"]);
    const no = guardKnowing("https://shop.example", false);
    for (const serviceUrl of [
      ...[
        "https://books.evil.example",
        "http://127.0.0.1:1",
        "https://shop.example:8443",
        "http://shop.example",
      ],
    ])
      await expect(no.guard({ channel: "connection.check" }, { serviceUrl })).rejects.toMatchObject({
        code: "server_not_confirmed",
        details: { server: serviceUrl },
      });
    expect(no.asked).toHaveLength(4);
  });

  it("is nobody's matter in other calls, and where none is named", async () => {
    const { asked, guard } = guardKnowing("https://shop.example", false);
    await guard({ channel: "settings.set" }, { theme: "dark" });
    await guard({ channel: "settings.set" }, { updateServer: null });
    await guard({ channel: "purchaseReturn.post" }, { serviceUrl: "https://new.example" });
    expect(asked).toEqual([]);
  });

  it("is looked for in every field that could name one", () => {
    const named = Object.entries(CHANNELS).flatMap(([name, { input }]) => {
      const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
      return Object.keys(properties)
        .filter((field) => /url|server|host|address|endpoint/i.test(field))
        .map((field) => `${name} ${field}`);
    });
    const declared = Object.entries(CHANNELS).flatMap(([name, { names }]) =>
      Object.entries(names).flatMap(([field, kind]) =>
        kind === "server" || kind === "link" ? [{ name, field, kind }] : [],
      ),
    );
    expect(named.sort()).toEqual(declared.map(({ name, field }) => `${name} ${field}`).sort());
    // A link is opened by the browser, after a separate question.
    for (const { name, field, kind } of declared)
      expect(
        isChannelName(name) && serversIn(CHANNELS[name].names, { [field]: "https://a.example/x" }),
        name,
      ).toEqual(kind === "server" ? ["https://a.example"] : []);
  });

  it("is found in each of the fields that name one, and in none that names a link", () => {
    const input = { a: "https://a.example/x", b: "https://b.example", c: "https://c.example", d: null };
    expect(serversIn({ a: "server", b: "server", c: "link", d: "server" }, input)).toEqual([
      "https://a.example",
      "https://b.example",
    ]);
  });

  it("is known from the saved connections, the settings and the owner's policy", async () => {
    const saved = {
      serviceUrl: "https://shop.example/api",
      tenantId: 1,
      userId: 2,
      deviceId: "d",
      practice: false,
    };
    const invoke = async () => ({
      ok: true as const,
      value: { connections: [{ ...saved, unsent: 0, current: true, file: "open" }] },
    });
    const policy = {
      state: "holds",
      path: "/p",
      policy: { version: 1, serviceUrl: "https://fixed.example" },
    } as const;
    expect(await knownServers(invoke, { updateServer: "https://updates.example" }, policy)).toEqual([
      ...["https://shop.example/api", "https://updates.example", "https://fixed.example"],
    ]);
    const none = async () => ({
      ok: false as const,
      error: { code: "internal" as const, message: "", details: {} },
    });
    expect(await knownServers(none, { updateServer: null }, { state: "none", path: "/p" })).toEqual([
      null,
      null,
    ]);
  });
});

describe("a place or a public key that the page names", () => {
  const guardOf = (says: boolean, chosen: string[] = []) => {
    const asked: string[] = [];
    const guard = guardShopFolder(
      async () => ["s3://known/x", "age1known", null],
      (path) => chosen.includes(path),
      async ({ about, what }) => {
        asked.push(`${about} ${what}`);
        return says;
      },
    );
    return { asked, guard };
  };
  const set = { channel: "shopFolder.set" } as const;
  const configure = { channel: "shopFolder.configure" } as const;

  it("is used without a word where it is used already, or the call names none", async () => {
    const { asked, guard } = guardOf(false);
    await guard(set, { place: "s3://known/x", key: "k", secret: "s" });
    await guard(set, { place: null });
    await guard(configure, { recipient: "age1known" });
    await guard(configure, { recipient: null, name: "Counter 4" });
    expect(asked).toEqual([]);
  });

  it("is confirmed in the program's own dialog where it is new, by its server first, and otherwise refused", async () => {
    const yes = guardOf(true);
    await yes.guard(set, { place: "https://dav.example/shop" });
    await yes.guard(set, { place: "s3://shop/a?endpoint=https://evil.example" });
    await yes.guard(set, { place: "s3://shop/a" });
    await yes.guard(configure, { recipient: "age1new" });
    expect(yes.asked).toEqual([
      "useShopFolder https://dav.example/shop",
      "useShopFolder https://evil.example, shop/a/",
      "useShopFolder Amazon S3, shop/a/",
      "useRecipient age1new",
    ]);
    const no = guardOf(false);
    const refused = { code: "shop_folder_not_confirmed" };
    await expect(no.guard(set, { place: "https://dav.example/shop" })).rejects.toMatchObject(refused);
    await expect(no.guard(configure, { recipient: "age1new" })).rejects.toMatchObject(refused);
  });

  it("is a folder only where it was chosen in the system's dialog", async () => {
    const { asked, guard } = guardOf(true, ["/mnt/shop"]);
    await guard(set, { place: "/mnt/shop" });
    for (const place of ["/mnt/other", "/mnt/shop/", "\\\\evil\\share"])
      await expect(guard(set, { place }), place).rejects.toMatchObject({ code: "file_not_chosen" });
    expect(asked).toEqual([]);
  });

  it("is looked for in every field that could name one", () => {
    const named = Object.entries(CHANNELS).flatMap(([name, { input }]) => {
      const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
      return Object.keys(properties).flatMap((field) =>
        field === "place" || field === "recipient" ? [`${name} ${field}`] : [],
      );
    });
    const declared = Object.entries(CHANNELS).flatMap(([name, { names }]) =>
      Object.entries(names).flatMap(([field, kind]) =>
        kind === "place" || kind === "recipient" ? [`${name} ${field}`] : [],
      ),
    );
    expect(named).toEqual(["shopFolder.set place", "shopFolder.configure recipient"]);
    expect(declared).toEqual(named);
  });

  it("is known from the shop folder as it is, and from the owner's policy", async () => {
    const policy = {
      state: "holds",
      path: "/p",
      policy: { version: 1, shopFolder: { place: "/mnt/chain", recipient: "age1owner" } },
    } as const;
    const none = async () => ({
      ok: false as const,
      error: { code: "internal" as const, message: "", details: {} },
    });
    expect(await knownShopFolder(none, policy)).toEqual([null, null, "/mnt/chain", "age1owner"]);
  });
});
