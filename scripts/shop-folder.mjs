/** `npm run shop-folder`: makes, fills and renews the signed lists in a shop folder. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { Refusal, runScript, say } from "./lib/say.mjs";
import { setUpToRunSources } from "./lib/set-up/set-up.mjs";
import { positive, readWords } from "./lib/words.mjs";

const help = `
Makes and renews the signed lists of a shop folder. Counters take only what is signed with its keys.

  npm run -s shop-folder -- COMMAND --folder DIR [switches]

  init      makes the keys and the first metadata
  add       adds a key to a role, or a role for some paths
  publish   publishes lists from CSV files, with the differences to the versions before, and settings
  rollout   gives the newest version of a list to another share of the counters
  renew     signs anew what is about to expire; run it every few days
  rotate    puts a new key in the place of a role's keys
  verify    checks all signatures and files, and says when each expires

Each command has its own --help. DIR is the shop folder itself, or a copy that is uploaded afterwards with the
file lists/metadata/timestamp.json last, for example by rclone.`;

const common = `
  --folder DIR            the shop folder, or a local copy of it
  --keys DIR              a folder of private keys (PEM, PKCS#8); may be given more than once
  --sign-with COMMAND     a command that signs: it gets the bytes on standard input and answers the signature
  --sign-with-key FILE    the public key (PEM) of that command; one for each --sign-with
  --help                  this text`;

const SIGNING = /** @type {const} */ ({
  folder: { type: "string" },
  keys: { type: "string", multiple: true },
  "sign-with": { type: "string", multiple: true },
  "sign-with-key": { type: "string", multiple: true },
});
const ROLLOUT = /** @type {const} */ ({
  percent: { type: "string", default: "100" },
  start: { type: "string" },
  "all-at": { type: "string" },
});
const rolloutHelp = `
  --percent N             the share of counters that take it; 100 where left out
  --start TIME            no counter before that time (ISO 8601); now where left out
  --all-at TIME           every counter from that time on`;

/** @template T @param {T | undefined} value @param {string} name @returns {T} */
function needed(value, name) {
  if (value === undefined) throw new Refusal(`--${name} is missing; --help names the switches.`);
  return value;
}

/** @param {string} text @param {string} name */
function timeOf(text, name) {
  const at = Date.parse(text);
  if (Number.isNaN(at))
    throw new Refusal(`--${name} takes a time such as 2026-03-01T08:00:00Z, not "${text}".`);
  return new Date(at).toISOString();
}

/** @param {{ percent: string, start?: string | undefined, "all-at"?: string | undefined }} words */
function rolloutOf({ percent, start, "all-at": allAt }) {
  const share = Number(percent);
  if (percent.trim() === "" || !(share >= 0 && share <= 100))
    throw new Refusal(`--percent takes a number from 0 to 100, not "${percent}".`);
  return {
    percent: share,
    startAt: start === undefined ? new Date().toISOString() : timeOf(start, "start"),
    allAt: allAt === undefined ? null : timeOf(allAt, "all-at"),
  };
}

/** @param {string} path */
const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Each folder and those in it. @param {string[]} keys */
function keyFolders(keys) {
  for (const folder of keys) if (!isFolder(folder)) throw new Refusal(`There is no folder ${folder}.`);
  return keys.flatMap((folder) => [
    folder,
    ...readdirSync(folder)
      .map((name) => join(folder, name))
      .filter(isFolder),
  ]);
}

/** @param {{ keys?: string[] | undefined, "sign-with"?: string[] | undefined, "sign-with-key"?: string[] | undefined }} words */
async function signersOf({ keys = [], "sign-with": commands = [], "sign-with-key": publicKeys = [] }) {
  const { commandSigner, keysIn } = await import("./lib/shop-folder/keys.ts");
  if (commands.length !== publicKeys.length)
    throw new Refusal(
      "Each --sign-with needs its --sign-with-key, the public key of what the command signs with.",
    );
  return [
    ...keyFolders(keys).flatMap(keysIn),
    ...commands.map((command, at) => commandSigner(command, publicKeys[at] ?? "")),
  ];
}

/** @param {string[]} words `name=value` @param {string} name */
const pairs = (words, name) =>
  words.map((word) => {
    const at = word.indexOf("=");
    if (at < 1) throw new Refusal(`--${name} takes NAME=FILE, not "${word}".`);
    return /** @type {const} */ ([word.slice(0, at), word.slice(at + 1)]);
  });

/** Both halves of a key. @param {string} path without its end */
function removeKey(path) {
  for (const end of ["pem", "public.pem"]) rmSync(`${path}.${end}`, { force: true });
}

/** @param {string} name */
async function listNamed(name) {
  const { REFERENCE_KINDS } = await import("../contract/lists.ts");
  const list = REFERENCE_KINDS.find((one) => one === name);
  if (list === undefined) throw new Refusal(`There is no list "${name}": ${REFERENCE_KINDS.join(", ")}.`);
  return list;
}

/** @param {string} keys @param {string} role */
const freeName = (keys, role) => {
  for (let n = 2; ; n += 1) if (!existsSync(join(keys, `${role}.${n}.pem`))) return `${role}.${n}`;
};

/** @type {Record<string, (words: string[]) => Promise<number | void>>} */
const COMMANDS = {
  async init(args) {
    const words = readWords(
      `
Makes the keys and the first metadata of the signed lists. The administrator keeps DIR/administrator (root, targets,
settings) offline; the price office gets DIR/price-office (lists, snapshot, timestamp).

  npm run -s shop-folder -- init --folder DIR --keys DIR

  --role-key ROLE=FILE    a public key (PEM) that is there already, for example of a token, in place of a new one
  --create                makes the folder where it isn't there; without it a mistyped one is refused${common}`,
      {
        ...SIGNING,
        "role-key": { type: "string", multiple: true },
        create: { type: "boolean", default: false },
      },
      args,
    );
    if (words === undefined) return;
    const folder = needed(words.folder, "folder");
    const [keys] = needed(words.keys, "keys");
    if (words.create !== true && !isFolder(folder))
      throw new Refusal(
        `There is no folder ${folder}. Is it spelled right, and is its drive mounted? Add --create to make a new one.`,
      );
    const { makeKey, readPublicKey } = await import("./lib/shop-folder/keys.ts");
    const { initRepository } = await import("./lib/shop-folder/repository.ts");
    let fingerprint = "";
    const given = new Map(pairs(words["role-key"] ?? [], "role-key"));
    const offices = {
      administrator: ["root", "targets", "settings"],
      "price-office": ["lists", "snapshot", "timestamp"],
    };
    if (existsSync(join(folder, "lists", "metadata")))
      throw new Refusal(`${folder} has signed lists already: init would take their place.`);
    for (const role of given.keys())
      if (!Object.values(offices).some((roles) => roles.includes(role)))
        throw new Refusal(`There is no role "${role}": ${Object.values(offices).flat().join(", ")}.`);
    if (`${resolve(String(keys))}${sep}`.startsWith(`${resolve(folder)}${sep}`))
      throw new Refusal(`${keys} is in the shop folder: everybody who reads that could sign.`);
    /** @type {Map<string, import("@tufjs/models").Key>} */
    const all = new Map();
    /** @type {string[]} */
    const made = [];
    try {
      for (const [office, roles] of Object.entries(offices))
        for (const role of roles) {
          const file = given.get(role);
          const path = join(String(keys), office, role);
          all.set(role, file === undefined ? makeKey(dirname(path), role).key : readPublicKey(file));
          if (file === undefined) made.push(path);
        }
      const signers = await signersOf(words);
      const world = { signers, now: Date.now() };
      const repository = initRepository(folder, (role) => needed(all.get(role), role), world);
      fingerprint = repository.fingerprint();
    } catch (error) {
      // Nothing is signed with them: init can be done again.
      if (!existsSync(join(folder, "lists", "metadata", "1.root.json"))) made.forEach(removeKey);
      throw error;
    }
    say(`Made the signed lists in ${folder}.`);
    say(`Fingerprint: ${fingerprint}`);
    say(
      `Keep ${join(String(keys), "administrator")} offline; give ${join(String(keys), "price-office")} to the price office.`,
    );
  },
  async add(args) {
    const words = readWords(
      `
Adds a key to a role, or a new role that signs some paths.

  npm run -s shop-folder -- add --folder DIR --keys DIR --role ROLE --public-key FILE [--paths "lists/stock*"]

  --role ROLE             root, targets, snapshot, timestamp, lists, settings, or a new name with --paths
  --public-key FILE       the public key (PEM) that is added
  --paths PATTERN         what the new role signs; may be given more than once
  --threshold N           how many of the role's keys must sign${common}`,
      {
        ...SIGNING,
        role: { type: "string" },
        "public-key": { type: "string" },
        paths: { type: "string", multiple: true },
        threshold: { type: "string" },
      },
      args,
    );
    if (words === undefined) return;
    const { readPublicKey } = await import("./lib/shop-folder/keys.ts");
    const { openRepository } = await import("./lib/shop-folder/repository.ts");
    const repository = openRepository(needed(words.folder, "folder"));
    const role = needed(words.role, "role");
    const key = readPublicKey(needed(words["public-key"], "public-key"));
    const threshold = words.threshold === undefined ? undefined : positive("threshold", words.threshold);
    if (threshold !== undefined && !Number.isInteger(threshold))
      throw new Refusal(`--threshold takes a whole number, not "${words.threshold}".`);
    const roles =
      words.paths === undefined
        ? repository.addKey(role, key, threshold)
        : repository.addRole(role, words.paths, key);
    repository.write(roles, { signers: await signersOf(words), now: Date.now() });
    say(`"${role}" has the key ${key.keyID.slice(0, 16)} now.`);
  },
  async publish(args) {
    const words = readWords(
      `
Publishes lists from CSV files (UTF-8, commas) with the columns of the program's sample files, and the owner's
settings. Nothing is published where a row can't be taken, a column is unknown, or a list has no row. A list that says
the same as before is left out.

  npm run -s shop-folder -- publish --folder DIR --keys DIR/price-office --list product=prices.csv

  --list NAME=FILE        a list and its file; may be given more than once
  --empty NAME            a list that is meant to have no row: every counter loses all that it has of it
  --settings FILE         the owner's settings (JSON), signed by the administrator${rolloutHelp}${common}`,
      {
        ...SIGNING,
        ...ROLLOUT,
        list: { type: "string", multiple: true },
        empty: { type: "string", multiple: true },
        settings: { type: "string" },
      },
      args,
    );
    if (words === undefined) return;
    const { openRepository } = await import("./lib/shop-folder/repository.ts");
    const { publish } = await import("./lib/shop-folder/publish.ts");
    /** @type {[import("../contract/lists.ts").List, string][]} */
    const lists = [];
    for (const [name, file] of pairs(words.list ?? [], "list")) lists.push([await listNamed(name), file]);
    const emptied = await Promise.all((words.empty ?? []).map(listNamed));
    if (lists.length === 0 && words.settings === undefined) throw new Refusal("Name a --list or --settings.");
    const done = await publish(
      openRepository(needed(words.folder, "folder")),
      { lists, emptied, settings: words.settings ?? null },
      rolloutOf(words),
      { signers: await signersOf(words), now: Date.now() },
    );
    for (const [list] of lists)
      if (!done.some((one) => one.list === list)) say(`${list}: as it was published, nothing to do.`);
    for (const { list, version, rows, change } of done)
      say(
        `${list}: version ${version}, ${rows} rows${change === null ? "" : `: ${change.added} added, ${change.changed} changed, ${change.removed} removed`}.`,
      );
    if (words.settings !== undefined) say("The settings are published.");
  },
  async rollout(args) {
    const words = readWords(
      `
Gives the newest version of a list to another share of the counters.

  npm run -s shop-folder -- rollout --folder DIR --keys DIR/price-office --list product --percent 100

  --list NAME             the list${rolloutHelp}${common}`,
      { ...SIGNING, ...ROLLOUT, list: { type: "string" } },
      args,
    );
    if (words === undefined) return;
    const { openRepository } = await import("./lib/shop-folder/repository.ts");
    const { setRollout } = await import("./lib/shop-folder/publish.ts");
    const list = await listNamed(needed(words.list, "list"));
    const world = { signers: await signersOf(words), now: Date.now() };
    const { version } = setRollout(
      openRepository(needed(words.folder, "folder")),
      list,
      rolloutOf(words),
      world,
    );
    say(`${list}: version ${version} goes to ${words.percent} % of the counters.`);
  },
  async renew(args) {
    const words = readWords(
      `
Signs anew what expires within the given days and whose keys are here; snapshot and timestamp always.

  npm run -s shop-folder -- renew --folder DIR --keys DIR/price-office

  --within N              days; 30 where left out
  --days N                how many days what is signed now holds; each role's own where left out${common}`,
      { ...SIGNING, within: { type: "string", default: "30" }, days: { type: "string" } },
      args,
    );
    if (words === undefined) return;
    const { openRepository } = await import("./lib/shop-folder/repository.ts");
    const repository = openRepository(needed(words.folder, "folder"));
    const signers = await signersOf(words);
    const now = Date.now();
    const until = now + positive("within", words.within) * 86_400_000;
    const due = repository
      .roleNames()
      .filter((role) => role !== "snapshot" && role !== "timestamp")
      .filter((role) => Date.parse(repository.signedOf(role).expires) < until);
    const able = due.filter((role) => {
      const { keyids, threshold } = repository.keyIdsOf(role);
      return signers.filter(({ key }) => keyids.includes(key.keyID)).length >= threshold;
    });
    const days = words.days === undefined ? undefined : positive("days", words.days);
    repository.write(able, { signers, now, days });
    repository.tidy(now);
    say(`Renewed: ${[...able, "snapshot", "timestamp"].join(", ")}.`);
    for (const role of due.filter((each) => !able.includes(each)))
      say(`"${role}" expires on ${repository.signedOf(role).expires}; its keys are not here.`);
  },
  async rotate(args) {
    const words = readWords(
      `
Puts a new key in the place of all keys of a role: what was signed with the old one is refused by every counter that
has seen the change. For "root" the old keys are needed once more.

  npm run -s shop-folder -- rotate --folder DIR --keys DIR --role lists

  --role ROLE             the role
  --public-key FILE       the new public key (PEM); left out: a new key, made beside the old one, else in the first --keys${common}`,
      { ...SIGNING, role: { type: "string" }, "public-key": { type: "string" } },
      args,
    );
    if (words === undefined) return;
    const { keysIn, makeKey, readPublicKey } = await import("./lib/shop-folder/keys.ts");
    const { openRepository } = await import("./lib/shop-folder/repository.ts");
    const repository = openRepository(needed(words.folder, "folder"));
    const role = needed(words.role, "role");
    const { keyids } = repository.keyIdsOf(role);
    const folders = keyFolders(needed(words.keys, "keys"));
    const old = folders.find((folder) => keysIn(folder).some(({ key }) => keyids.includes(key.keyID)));
    const keys = old ?? String(folders[0]);
    const file = words["public-key"];
    const name = freeName(keys, role);
    const key = file === undefined ? makeKey(keys, name).key : readPublicKey(file);
    try {
      repository.write(repository.replaceKeys(role, key), {
        signers: await signersOf(words),
        now: Date.now(),
      });
    } catch (error) {
      // It was refused before anything was written: this key signs nothing.
      if (file === undefined && error instanceof Refusal) removeKey(join(keys, name));
      throw error;
    }
    say(`"${role}" has the key ${file ?? join(keys, `${name}.pem`)} alone now. Destroy the old one.`);
  },
  async verify(args) {
    const words = readWords(
      `
Checks all signatures and every file, and says when each role expires. Needs no keys.

  npm run -s shop-folder -- verify --folder DIR

  --folder DIR            the shop folder, or a local copy of it
  --help                  this text`,
      { folder: { type: "string" } },
      args,
    );
    if (words === undefined) return 0;
    const { openRepository } = await import("./lib/shop-folder/repository.ts");
    const repository = openRepository(needed(words.folder, "folder"));
    say(`Fingerprint: ${repository.fingerprint()}`);
    for (const role of repository.roleNames()) {
      const { version, expires } = repository.signedOf(role);
      const isOver = Date.parse(expires) < Date.now();
      say(`${role.padEnd(12)} version ${version}, ${isOver ? "EXPIRED on" : "until"} ${expires}`);
    }
    const wrong = repository.wrongFiles();
    for (const path of wrong) say(`Missing or another than was signed: ${path}`);
    return wrong.length > 0 ? 1 : 0;
  },
};

await runScript(async () => {
  const [name, ...rest] = process.argv.slice(2);
  if (name === undefined || name === "--help" || name === "-h") {
    say(help.trim());
    return name === undefined ? 1 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined)
    throw new Refusal(
      `There is no command "${name}": ${Object.keys(COMMANDS).join(", ")}; --help says more.`,
    );
  if (!rest.includes("--help") && !rest.includes("-h")) await setUpToRunSources();
  try {
    return await command(rest);
  } catch (error) {
    // What the system refuses is no defect: a full disk, a folder that may only be read, a file in place of one.
    throw error instanceof Error && "syscall" in error ? new Refusal(error.message) : error;
  }
});
