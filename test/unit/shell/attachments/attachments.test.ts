/** Kept files on a real disk; the system's dialogs and programs are stood in for. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Attached } from "../../../../contract/channels/attachments.ts";
import { LARGEST_FILE } from "../../../../contract/kept-file.ts";
import {
  type AttachmentSystem,
  createAttachments,
  createFileKeeper,
} from "../../../../main/shell/attachments.ts";
import { newFolder } from "../../../helpers/engine.ts";
import { CALL } from "../../../helpers/file-context.ts";

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

function openAttachments() {
  const outside = newFolder();
  const folder = join(newFolder(), "attachments");
  const done: string[] = [];
  const answers: { files: string[]; where: string | null; confirms: boolean; refers: Set<string> } = {
    files: [],
    where: null,
    // What the person says to the program's own question, and the files that the engine finds an entry for.
    confirms: true,
    refers: new Set(),
  };
  const system: AttachmentSystem = {
    confirm: async ({ about, what }) => {
      done.push(`ask ${about} ${what}`);
      return answers.confirms;
    },
    chooseFiles: async () => answers.files,
    askWhere: async () => answers.where,
    openPath: async (path) => {
      done.push(`open ${path}`);
      return "";
    },
    showInFolder: (path) => void done.push(`show ${path}`),
    openLink: async (href) => void done.push(`link ${href}`),
  };
  const keeper = createFileKeeper(folder);
  const channels = createAttachments(
    keeper,
    system,
    async (channel, file) => {
      expect(channel).toBe("attachment.isReferred");
      return {
        ok: true,
        value: { referred: answers.refers.has(String(Reflect.get(Object(file), "sha256"))) },
      };
    },
    log,
  );
  const put = (name: string, content: string | Uint8Array): string => {
    const path = join(outside, name);
    writeFileSync(path, content);
    return path;
  };
  const attach = async (...files: string[]): Promise<Attached[]> => {
    answers.files = files;
    return (await channels["attachment.choose"](CALL, {})).attached;
  };
  return { outside, folder, done, answers, channels, keeper, put, attach };
}

type Part = Parameters<ReturnType<typeof openAttachments>["channels"]["attachment.receive"]>[1];
const part = (of: Partial<Part> & Pick<Part, "transferId">): Part => ({
  name: "dropped.png",
  offset: 0,
  base64: "",
  last: true,
  ...of,
});
const ID = "0b6a2a52-1f4c-4d5e-9a51-000000000001";

describe("a file that is chosen", () => {
  it("together with more than are taken at once is kept or refused by its name, never passed over", async () => {
    const { answers, channels, put } = openAttachments();
    answers.files = Array.from({ length: 23 }, (_, n) => put(`scan-${n}.png`, `scan ${n}`));
    const { attached } = await channels["attachment.choose"](CALL, {});
    expect(attached.filter(({ outcome }) => outcome === "kept")).toHaveLength(20);
    expect(attached.slice(20)).toEqual(
      [20, 21, 22].map((n) => ({
        outcome: "refused",
        name: `scan-${n}.png`,
        reason: "too_many",
        detail: null,
      })),
    );
  });

  it("is copied under its hash, read-only, and the original is left alone", async () => {
    const { folder, put, attach } = openAttachments();
    const path = put("فاتورة.pdf", "invoice");
    const hash = sha256("invoice");
    expect(await attach(path)).toEqual([
      { outcome: "kept", file: { sha256: hash, name: "فاتورة.pdf", bytes: 7 } },
    ]);
    expect(readdirSync(folder)).toEqual([`${hash}.pdf`]);
    expect(readFileSync(join(folder, `${hash}.pdf`), "utf8")).toBe("invoice");
    expect(statSync(join(folder, `${hash}.pdf`)).mode & 0o777).toBe(0o400);
    expect(readFileSync(path, "utf8")).toBe("invoice");
  });

  it("is kept once however often it is attached", async () => {
    const { folder, put, attach } = openAttachments();
    await attach(put("a.pdf", "same"), put("b.pdf", "same"));
    await attach(put("c.pdf", "same"));
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("is refused with its reason: folder, empty, too large, gone; nothing half-way stays", async () => {
    const { folder, outside, put, attach } = openAttachments();
    mkdirSync(join(outside, "scans"));
    const large = put("film.mp4", "x");
    truncateSync(large, LARGEST_FILE + 1);
    const results = await attach(
      join(outside, "scans"),
      put("nothing.pdf", ""),
      large,
      join(outside, "gone.pdf"),
      put("good.pdf", "good"),
    );
    expect(results.map((one) => (one.outcome === "refused" ? one.reason : one.outcome))).toEqual([
      "folder",
      "empty",
      "too_large",
      "unreadable",
      "kept",
    ]);
    expect(readdirSync(folder)).toEqual([`${sha256("good")}.pdf`]);
  });

  it("is refused in words where the disk does not take it", async () => {
    const { folder, put, attach } = openAttachments();
    // A file is where the folder would be made: that stops root too.
    writeFileSync(folder, "in the way");
    const [result] = await attach(put("a.pdf", "a"));
    expect(result).toMatchObject({ outcome: "refused", name: "a.pdf", reason: "not_written" });
    expect(result?.outcome === "refused" && result.detail).toMatch(/EEXIST|ENOTDIR/);
  });
});

describe("a file that is dropped", () => {
  it("comes in parts and is the same as the one that left", async () => {
    const { folder, channels } = openAttachments();
    const bytes = new Uint8Array(100_000).map((_, at) => (at * 31) % 256);
    const base64 = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString("base64");
    const receive = channels["attachment.receive"];
    expect(await receive(CALL, part({ transferId: ID, base64: base64(0, 60_000), last: false }))).toEqual({
      outcome: "more",
    });
    const kept = await receive(
      CALL,
      part({ transferId: ID, offset: 60_000, base64: base64(60_000, 100_000) }),
    );
    expect(kept).toEqual({
      outcome: "kept",
      file: { sha256: sha256(bytes), name: "dropped.png", bytes: 100_000 },
    });
    expect(new Uint8Array(readFileSync(join(folder, `${sha256(bytes)}.png`)))).toEqual(bytes);
  });

  it("is refused where a part is missing or it grows too large, and leaves nothing", async () => {
    const { folder, channels } = openAttachments();
    const receive = channels["attachment.receive"];
    await receive(CALL, part({ transferId: ID, base64: "AAAA", last: false }));
    expect(await receive(CALL, part({ transferId: ID, offset: 7, base64: "AAAA" }))).toMatchObject({
      reason: "unreadable",
    });
    expect(await receive(CALL, part({ transferId: ID, offset: 3, base64: "AAAA" }))).toMatchObject({
      reason: "unreadable",
    });
    expect(await receive(CALL, part({ transferId: ID }))).toMatchObject({ reason: "empty" });
    const most = Buffer.alloc(LARGEST_FILE).toString("base64");
    await receive(CALL, part({ transferId: ID, base64: most, last: false }));
    expect(await receive(CALL, part({ transferId: ID, offset: LARGEST_FILE, base64: "AAAA" }))).toMatchObject(
      {
        reason: "too_large",
      },
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("gives way where too many come at once, and a crash's leftovers are swept", async () => {
    const { folder, channels, keeper } = openAttachments();
    const receive = channels["attachment.receive"];
    for (let n = 1; n <= 6; n += 1)
      await receive(CALL, part({ transferId: ID.replace(/1$/, String(n)), base64: "AAAA", last: false }));
    expect(readdirSync(folder)).toHaveLength(4);
    expect(await receive(CALL, part({ transferId: ID, offset: 3, base64: "AAAA" }))).toMatchObject({
      outcome: "refused",
    });
    await keeper.sweep();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a kept file", () => {
  it("is opened where its kind only shows something, else its folder is", async () => {
    const { folder, done, put, attach, channels } = openAttachments();
    const named = (content: string, name: string) => ({ sha256: sha256(content), name });
    await attach(put("slip.pdf", "slip"), put("setup.exe", "MZ"));
    expect(await channels["attachment.open"](CALL, named("slip", "slip.pdf"))).toMatchObject({
      outcome: "opened",
    });
    expect(await channels["attachment.open"](CALL, named("MZ", "setup.exe"))).toMatchObject({
      outcome: "shown_in_folder",
    });
    // Called by another kind, there is no such file: the kind is part of what it lies under.
    expect(await channels["attachment.open"](CALL, named("MZ", "setup.pdf"))).toMatchObject({
      outcome: "missing",
    });
    expect(done).toEqual([
      "ask openFile slip.pdf",
      `open ${join(folder, `${sha256("slip")}.pdf`)}`,
      "ask showFile setup.exe",
      `show ${join(folder, `${sha256("MZ")}.exe`)}`,
    ]);
  });

  it("is opened, shown or saved only where a person chose it or an entry refers to it, and says yes", async () => {
    const { done, answers, outside, channels } = openAttachments();
    answers.where = join(outside, "copy.docx");
    const made = Buffer.from("made by the page");
    for (const [name, last] of [
      ["offer.docx", 1],
      ["tool.exe", 2],
    ] as const)
      await channels["attachment.receive"](
        CALL,
        part({ transferId: ID.replace(/1$/, String(last)), name, base64: made.toString("base64") }),
      );
    for (const name of ["offer.docx", "tool.exe"])
      for (const channel of ["attachment.open", "attachment.saveAs"] as const)
        expect(await channels[channel](CALL, { sha256: sha256(made), name }), `${channel} ${name}`).toEqual({
          outcome: "not_referred",
          detail: null,
        });
    answers.refers.add(sha256(made));
    answers.confirms = false;
    for (const name of ["offer.docx", "tool.exe"])
      expect(await channels["attachment.open"](CALL, { sha256: sha256(made), name })).toMatchObject({
        outcome: "cancelled",
      });
    expect(done).toEqual(["ask openFile offer.docx", "ask showFile tool.exe"]);
    answers.confirms = true;
    const offer = { sha256: sha256(made), name: "offer.docx" };
    expect(await channels["attachment.open"](CALL, offer)).toMatchObject({ outcome: "opened" });
    expect(await channels["attachment.saveAs"](CALL, offer)).toMatchObject({ outcome: "saved" });
  });

  it("is reported as missing or changed, and then never opened", async () => {
    const { folder, done, put, attach, channels } = openAttachments();
    const slip = { sha256: sha256("slip"), name: "slip.pdf" };
    const path = join(folder, `${slip.sha256}.pdf`);
    expect(await channels["attachment.present"](CALL, { kept: [slip] })).toEqual({ present: [false] });
    await attach(put("slip.pdf", "slip"));
    expect(await channels["attachment.present"](CALL, { kept: [slip] })).toEqual({ present: [true] });
    chmodSync(path, 0o600);
    writeFileSync(path, "other");
    expect(await channels["attachment.open"](CALL, slip)).toMatchObject({ outcome: "changed" });
    expect(await channels["attachment.saveAs"](CALL, slip)).toMatchObject({ outcome: "changed" });
    if (process.platform !== "win32") {
      rmSync(path);
      execFileSync("mkfifo", [path]);
      expect(await channels["attachment.open"](CALL, slip)).toMatchObject({ outcome: "missing" });
      rmSync(path);
    }
    // Attached again, it is whole again.
    await attach(put("slip.pdf", "slip"));
    expect(await channels["attachment.open"](CALL, slip)).toMatchObject({ outcome: "opened" });
    expect(done).toHaveLength(2);
  });

  it("is saved where the person says, as a file that can be written", async () => {
    const { outside, put, attach, answers, channels } = openAttachments();
    await attach(put("slip.pdf", "slip"));
    const slip = { sha256: sha256("slip"), name: "slip.pdf" };
    expect(await channels["attachment.saveAs"](CALL, slip)).toMatchObject({ outcome: "cancelled" });
    answers.where = join(outside, "copy.pdf");
    expect(await channels["attachment.saveAs"](CALL, slip)).toEqual({
      outcome: "saved",
      detail: answers.where,
    });
    expect(readFileSync(answers.where, "utf8")).toBe("slip");
    expect(statSync(answers.where).mode & 0o200).toBe(0o200);
    answers.where = join(outside, "nowhere", "copy.pdf");
    expect(await channels["attachment.saveAs"](CALL, slip)).toMatchObject({ outcome: "failed" });
    expect(existsSync(answers.where)).toBe(false);
  });
});

it("a link opens only where it is https and the person says yes", async () => {
  const { done, answers, channels } = openAttachments();
  for (const url of ["file:///etc/passwd", "http://192.168.1.1/setup", "smb://server/share"])
    expect(await channels["link.open"](CALL, { url }), url).toEqual({ outcome: "not_the_web" });
  expect(done).toEqual([]);
  answers.confirms = false;
  expect(await channels["link.open"](CALL, { url: "https://example.com" })).toEqual({ outcome: "cancelled" });
  answers.confirms = true;
  expect(await channels["link.open"](CALL, { url: "https://example.com" })).toEqual({ outcome: "opened" });
  const asked = "ask openLink https://example.com/";
  expect(done).toEqual([asked, asked, "link https://example.com/"]);
});
