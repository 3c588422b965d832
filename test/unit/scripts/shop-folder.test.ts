import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../../scripts/lib/shop-folder/list-files.ts";
import { newFolder } from "../../helpers/engine.ts";

const SCRIPT = join(import.meta.dirname, "../../../scripts/shop-folder.mjs");

/** What the command said, and whether it went well. */
const run = (...words: string[]): Promise<{ code: number; said: string }> =>
  new Promise((done) => {
    execFile(process.execPath, [SCRIPT, ...words], (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    );
  });

function office() {
  const base = newFolder();
  const [folder, keys] = [join(base, "shop"), join(base, "keys")];
  mkdirSync(folder);
  const file = (name: string, text: string): string => {
    writeFileSync(join(base, name), text);
    return join(base, name);
  };
  const prices = join(keys, "price-office");
  return { folder, keys, prices, file };
}

describe("npm run shop-folder", () => {
  it("makes keys that only their owner may read, publishes, renews, rotates and verifies", async () => {
    const { folder, keys, prices, file } = office();
    expect((await run("init", "--folder", folder, "--keys", keys)).said).toMatch(
      /^Fingerprint: [0-9a-f]{64}$/m,
    );
    expect(statSync(join(prices, "lists.pem")).mode & 0o777).toBe(0o600);
    const list = file("stores.csv", "id,name\n1,Main\n");
    const publish = ["publish", "--folder", folder, "--keys", prices];
    expect((await run(...publish, "--list", `store=${list}`)).said).toBe("store: version 1, 1 rows.\n");
    writeFileSync(list, "id,name\n1,Main\n2,Other\n");
    expect((await run(...publish, "--list", `store=${list}`)).said).toBe(
      "store: version 2, 2 rows: 1 added, 0 changed, 0 removed.\n",
    );
    const other = file("units.csv", "id,name,baseUnitId,factor,deleted\n1,Piece,,1,0\n");
    expect(await run(...publish, "--list", `store=${list}`, "--list", `measureUnit=${other}`)).toEqual({
      code: 0,
      said: "store: as it was published, nothing to do.\nmeasureUnit: version 1, 1 rows.\n",
    });
    expect((await run("renew", "--folder", folder, "--keys", prices)).code).toBe(0);
    expect((await run("rotate", "--folder", folder, "--keys", keys, "--role", "root")).code).toBe(0);
    const proven = await run("verify", "--folder", folder);
    expect(proven.code).toBe(0);
    expect(proven.said).toMatch(/^root +version 2, until/m);
  });

  it("makes no folder that isn't there, and nothing else, before somebody says that it is meant", async () => {
    const { folder, keys } = office();
    rmdirSync(folder);
    const init = ["init", "--folder", folder, "--keys", keys];
    const refused = await run(...init);
    expect(refused.code).toBe(1);
    expect(refused.said).toContain(`There is no folder ${folder}.`);
    expect(refused.said).toContain("--create");
    expect([folder, keys].filter((path) => existsSync(path))).toEqual([]);
    expect((await run(...init, "--create")).code).toBe(0);
    expect((await run("verify", "--folder", folder)).code).toBe(0);
  });

  it("publishes a list without a row only where it is named as empty", async () => {
    const { folder, keys, prices, file } = office();
    await run("init", "--folder", folder, "--keys", keys);
    const list = file("stores.csv", "id,name\n1,Main\n");
    const publish = ["publish", "--folder", folder, "--keys", prices, "--list", `store=${list}`];
    await run(...publish);
    writeFileSync(list, "id,name\n");
    for (const words of [publish, [...publish, "--empty", "product"]]) {
      const refused = await run(...words);
      expect(refused.code).toBe(1);
      expect(refused.said).toContain("--empty store");
    }
    expect((await run(...publish, "--empty", "store")).said).toBe(
      "store: version 2, 0 rows: 0 added, 0 changed, 1 removed.\n",
    );
  });

  it("puts a role's new key beside the old one, and keeps none where the change is refused", async () => {
    const { folder, keys, prices, file } = office();
    await run("init", "--folder", folder, "--keys", keys);
    const rotate = ["rotate", "--folder", folder, "--role", "lists"];
    expect((await run(...rotate, "--keys", prices)).said).toContain('"targets" needs 1 of its keys');
    expect(readdirSync(prices).filter((name) => name.includes(".2."))).toEqual([]);
    expect((await run(...rotate, "--keys", keys)).said).toContain(join(prices, "lists.2.pem"));
    const list = `store=${file("stores.csv", "id,name\n1,Main\n")}`;
    const publish = ["publish", "--folder", folder, "--keys", prices, "--list", list];
    expect((await run(...publish)).said).toBe("store: version 1, 1 rows.\n");
  });

  it("publishes nothing where a row, a column, a setting, a list or a key is wrong", async () => {
    const { folder, keys, prices, file } = office();
    await run("init", "--folder", folder, "--keys", keys);
    const before = readFileSync(join(folder, "lists/metadata/timestamp.json"), "utf8");
    const bad = file("bad.csv", "id,name\nx,Main\n2,Other\n2,Contradicts\n");
    const publish = ["publish", "--folder", folder];
    const refused = await run(...publish, "--keys", prices, "--list", `store=${bad}`);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.said).toContain('row 2: id: "x" is not a whole number');
    expect(refused.said).toContain("row 4: an earlier row has the same key and says otherwise");
    const good = file("good.csv", "id,name\n1,Main\n");
    expect((await run(...publish, "--list", `store=${good}`)).said).toContain(
      '"lists" needs 1 of its keys and 0 are here',
    );
    expect((await run(...publish, "--keys", prices, "--list", `shop=${good}`)).said).toContain(
      'no list "shop"',
    );
    const settings = file("shop.json", "{}");
    expect((await run(...publish, "--keys", prices, "--settings", settings)).said).toContain(
      '"settings" needs 1',
    );
    const misspelled = file("misspelled.csv", "id,nmae,name\n1,Main,Main\n");
    expect((await run(...publish, "--keys", prices, "--list", `store=${misspelled}`)).said).toContain(
      '"nmae" is no column of store, which has id, name',
    );
    const half = file("half.json", '{ "rules": { "rowsPercent": 5, "prices": 5 } }');
    expect((await run(...publish, "--keys", keys, "--settings", half)).said).toContain("rules.pricesPercent");
    expect(readFileSync(join(folder, "lists/metadata/timestamp.json"), "utf8")).toBe(before);
    expect((await run("init", "--folder", folder, "--keys", keys)).said).toContain(
      "has signed lists already",
    );
  });

  it("takes settings with a byte order mark, and says of others whether they are there and in UTF-8", async () => {
    const { folder, file } = office();
    expect(String(await readSettings(file("a.json", "\uFEFF{ }")))).toBe("{}");
    await expect(readSettings(file("b.json", "{\0}\0"))).rejects.toThrow("can't be read as JSON");
    await expect(readSettings(join(folder, "c.json"))).rejects.toThrow("ENOENT");
  });

  it("signs with a command that keeps the key, and refuses what such a command signs wrongly", async () => {
    const { folder, keys, prices, file } = office();
    await run("init", "--folder", folder, "--keys", keys);
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const secret = file("token.pem", String(privateKey.export({ type: "pkcs8", format: "pem" })));
    const token = file("token.public.pem", String(publicKey.export({ type: "spki", format: "pem" })));
    const signs = `process.stdout.write(crypto.sign("sha256", fs.readFileSync(0), fs.readFileSync("${secret}")))`;
    const command = `"${process.execPath}" -e '${signs}'`;
    const signing = ["--sign-with", command, "--sign-with-key", token];
    const rotate = ["rotate", "--folder", folder, "--keys", keys, "--role", "lists", "--public-key", token];
    expect((await run(...rotate, ...signing)).code).toBe(0);
    const list = `store=${file("stores.csv", "id,name\n1,Main\n")}`;
    const publish = ["publish", "--folder", folder, "--keys", prices, "--list", list];
    expect((await run(...publish)).said).toContain('"lists" needs 1 of its keys');
    const wrong = await run(
      ...publish,
      "--sign-with",
      "cat > /dev/null; echo nonsense",
      "--sign-with-key",
      token,
    );
    expect(wrong.said).toContain("does not hold against its public key");
    expect((await run(...publish, ...signing)).said).toBe("store: version 1, 1 rows.\n");
    expect((await run("verify", "--folder", folder)).code).toBe(0);
  });

  it("finds a file that was changed, and says each command's switches", async () => {
    const { folder, keys, prices, file } = office();
    await run("init", "--folder", folder, "--keys", keys);
    await run(
      "publish",
      "--folder",
      folder,
      "--keys",
      prices,
      "--list",
      `store=${file("a.csv", "id,name\n1,Main\n")}`,
    );
    const lists = JSON.parse(readFileSync(join(folder, "lists/metadata/2.lists.json"), "utf8"));
    const { sha256 } = lists.signed.targets["lists/store.csv"].hashes;
    writeFileSync(join(folder, `lists/targets/lists/${sha256}.store.csv`), "id,name\n1,Other\n");
    const found = await run("verify", "--folder", folder);
    expect(found.code).toBe(1);
    expect(found.said).toContain("Missing or another than was signed");
    for (const name of ["init", "add", "publish", "rollout", "renew", "rotate", "verify"])
      expect((await run(name, "--help")).said).toContain(`shop-folder -- ${name}`);
    expect((await run("publsh")).said).toContain('no command "publsh"');
  });

  /** A folder with two versions of a list, whose root and timestamp have other keys by now. */
  async function published() {
    const { folder, keys, prices, file } = office();
    await run("init", "--folder", folder, "--keys", keys);
    const publish = ["publish", "--folder", folder, "--keys", prices, "--list"];
    await run(...publish, `store=${file("a.csv", "id,name\n1,Main\n")}`);
    await run(...publish, `store=${file("b.csv", "id,name\n1,Main\n2,Other\n")}`);
    for (const role of ["timestamp", "root"])
      await run("rotate", "--folder", folder, "--keys", keys, "--role", role);
    const targets = join(folder, "lists/targets/lists");
    return { folder, prices, publish, file, targets, metadata: join(folder, "lists/metadata") };
  }

  it("finds older metadata under a newer name, and a chain of roots that a counter can't follow", async () => {
    const { folder, metadata } = await published();
    const verify = () => run("verify", "--folder", folder);
    expect((await verify()).code).toBe(0);
    for (const [from, to] of [
      ["2.lists.json", "3.lists.json"],
      ["4.snapshot.json", "5.snapshot.json"],
      ["3.root.json", "1.root.json"],
      [null, "2.root.json"],
      [null, "1.root.json"],
    ] as const) {
      const there = readFileSync(join(metadata, to));
      if (from === null) rmSync(join(metadata, to));
      else copyFileSync(join(metadata, from), join(metadata, to));
      const found = await verify();
      expect([to, found.code, found.said]).toEqual([to, 1, expect.stringContaining(to)]);
      writeFileSync(join(metadata, to), there);
    }
    expect((await verify()).code).toBe(0);
  });

  it("signs nothing that somebody else put in the place of a list's file", async () => {
    const { folder, prices, publish, file, targets } = await published();
    for (const name of readdirSync(targets)) writeFileSync(join(targets, name), "id,name\n1,Forged\n");
    const rollout = ["rollout", "--folder", folder, "--keys", prices, "--list", "store", "--percent", "50"];
    const refused = await run(...rollout);
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("publish store anew")]);
    // What a file says that nobody signed is no ground for differences.
    expect((await run(...publish, `store=${file("c.csv", "id,name\n1,Forged\n")}`)).said).toBe(
      "store: version 3, 1 rows.\n",
    );
    expect((await run(...rollout)).code).toBe(0);
    expect((await run("verify", "--folder", folder)).code).toBe(0);
  });

  it("refuses an argument that no counter or no system takes in a sentence, and leaves no key of an init", async () => {
    const { folder, keys, prices, file } = office();
    const init = ["init", "--folder", folder, "--keys"];
    const token = file("token.pem", "no key");
    for (const words of [
      [keys, "--role-key", `list=${token}`],
      [keys, "--role-key", `lists=${token}`],
      [join(folder, "keys")],
      [token],
    ]) {
      const refused = await run(...init, ...words);
      expect([words, refused.code, refused.said]).toEqual([words, 1, expect.not.stringContaining("    at ")]);
    }
    expect((await run(...init, keys)).code).toBe(0);
    const store = file("a.csv", "id,name\n1,Main\n");
    const key = join(prices, "lists.public.pem");
    const long = { rules: { rowsPercent: 1, pricesPercent: 1 } };
    const add = ["add", "--public-key", key, "--keys", keys];
    for (const words of [
      [...add, "--role", "stock office", "--paths", "lists/stock*"],
      [...add, "--role", "../../stock", "--paths", "lists/stock*"],
      [...add, "--role", "snapshot", "--threshold", "1.5"],
      ["rotate", "--keys", keys, "--role", "__proto__"],
      ["renew", "--keys", store],
      ["renew", "--keys", prices, "--days", "1e12"],
      ["publish", "--keys", prices, "--list", `store=${store}`, "--percent", ""],
      [
        "publish",
        "--keys",
        prices,
        "--list",
        `store=${store}`,
        "--list",
        `store=${file("b.csv", "id,name\n2,B\n")}`,
      ],
      ["publish", "--keys", keys, "--settings", file("c.json", '{ "recipient": "age1abc" }')],
    ]) {
      const refused = await run(...words, "--folder", folder);
      expect([words, refused.code, refused.said]).toEqual([words, 1, expect.not.stringContaining("    at ")]);
    }
    expect(readdirSync(join(folder, "lists/metadata"))).toHaveLength(6);
    // Spaces are no reason for counters not to read it.
    const wide = file("d.json", JSON.stringify(long, null, 2).replaceAll(" ", " ".repeat(20_000)));
    expect((await run("publish", "--folder", folder, "--keys", keys, "--settings", wide)).code).toBe(0);
    const targets = join(folder, "lists/targets/settings");
    expect(readdirSync(targets).map((name) => statSync(join(targets, name)).size)).toEqual([
      JSON.stringify(long).length,
    ]);
  });
});
