/** The page names only files that the person chose in the file dialog. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { FILE_PURPOSES, type FileGrant } from "../../../contract/channels/declare.ts";
import { CHANNELS } from "../../../contract/channels.ts";
import { createFileGrants, namesFile } from "../../../main/shell/files/file-grants.ts";

const CHOSEN = "/home/staff/products.csv";

const refusalOf = (work: () => void): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
};

describe("a path from the page", () => {
  it("counts where the dialog gave it, letter by letter, and nowhere else", () => {
    const files = createFileGrants();
    files.give(CHOSEN, "referenceData");
    files.give(null, "referenceData");
    const guard = (path: unknown) =>
      refusalOf(() => files.guard({ channel: "referenceData.import" }, { kind: "product", path }));
    expect(guard(CHOSEN)).toBeNull();
    for (const path of [
      ...[
        "/home/staff/./products.csv",
        "/home/staff//products.csv",
        "/home/staff/PRODUCTS.csv",
        `${CHOSEN} `,
      ],
      ...["/home/staff/../staff/products.csv", `file://${CHOSEN}`, `${CHOSEN}\0`, "products.csv", ""],
      ...[
        "/dev/zero",
        "/proc/self/environ",
        "\\\\server\\share\\x.csv",
        "\\\\.\\PhysicalDrive0",
        "C:\\Windows\\win.ini",
      ],
      ...["/".repeat(4_096), "\\\\?\\C:\\x", "//server/share/x.csv", "~/.ssh/id_ed25519", "NUL", "CON"],
    ])
      expect(guard(path), path).toMatchObject({ code: "file_not_chosen", details: { field: "path" } });
  });

  it("is looked at in every field that names a file, and left out is left out", () => {
    const files = createFileGrants();
    files.give(CHOSEN, "referenceData");
    const guard = (input: unknown) =>
      refusalOf(() => files.guard({ channel: "referenceData.import" }, input));
    expect(guard({ path: CHOSEN, rejectedPath: "/home/staff/.bashrc" })).toMatchObject({
      details: { field: "rejectedPath" },
    });
    expect(guard({ path: CHOSEN, rejectedPath: undefined })).toBeNull();
    expect(guard({})).toBeNull();
  });

  it("is forgotten with the run", () => {
    createFileGrants().give(CHOSEN, "saveBackup");
    expect(
      refusalOf(() => createFileGrants().guard({ channel: "backup.create" }, { path: CHOSEN })),
    ).not.toBeNull();
  });
});

/** A folder for the shop folder is named with other places, and guarded with them. */
const GRANTS: readonly FileGrant[] = [
  ...FILE_PURPOSES.filter((purpose) => purpose !== "shopFolder"),
  "saved",
];

describe("a chosen file", () => {
  const uses = Object.entries(CHANNELS).flatMap(([channel, { names }]) =>
    Object.entries(names).flatMap(([field, named]) =>
      GRANTS.some((purpose) => purpose === named) ? [{ channel, field, named }] : [],
    ),
  );

  it("serves what it was chosen for and nothing else, for each purpose and each use", () => {
    for (const purpose of GRANTS) {
      const files = createFileGrants();
      files.give(CHOSEN, purpose);
      const served = uses.filter(
        ({ channel, field }) => refusalOf(() => files.guard({ channel }, { [field]: CHOSEN })) === null,
      );
      expect(served, purpose).toEqual(uses.filter(({ named }) => named === purpose));
      expect(served.length, purpose).toBeGreaterThan(0);
    }
  });

  it("is never written where it was chosen to be read, such as a backup that was chosen to be loaded", () => {
    const files = createFileGrants();
    files.give(CHOSEN, "backup");
    files.give(CHOSEN, "referenceData");
    for (const [channel, field] of [
      ["backup.create", "path"],
      ["audit.export", "path"],
      ["referenceData.import", "rejectedPath"],
    ] as const)
      expect(
        refusalOf(() => files.guard({ channel }, { [field]: CHOSEN })),
        channel,
      ).not.toBeNull();
  });

  it("has a purpose in every channel that names a file: a channel that is added is refused without one", () => {
    const named = Object.entries(CHANNELS).flatMap(([name, { input }]) =>
      properties(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }))
        .filter((names) => names.length === 1 && namesFile(names[0] ?? ""))
        .map(([field]) => `${name} ${field}`),
    );
    expect(named.sort()).toEqual(uses.map(({ channel, field }) => `${channel} ${field}`).sort());
    const files = createFileGrants();
    for (const purpose of GRANTS) files.give(CHOSEN, purpose);
    expect(refusalOf(() => files.guard({ channel: "something.new" }, { path: CHOSEN }))).not.toBeNull();
  });
});

/** Every property below a schema, as "field" or "field.inner". */
function properties(schema: unknown, at: string[] = []): string[][] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== "properties" || typeof value !== "object" || value === null) return properties(value, at);
    return Object.entries(value).flatMap(([name, inner]) => [
      [...at, name],
      ...properties(inner, [...at, name]),
    ]);
  });
}

const FILE_LIKE = /path|file|folder|dir$|directory|destination|target/i;

/** Fields that sound like files and aren't under the gate's eye. */
const unguarded = (schema: z.ZodType): string[] =>
  properties(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }))
    .filter((names) => FILE_LIKE.test(names.at(-1) ?? ""))
    .filter((names) => names.length > 1 || !namesFile(names[0] ?? ""))
    .map((names) => names.join("."));

describe("every channel", () => {
  it("names files in fields that the gate looks at", () => {
    for (const [name, { input }] of Object.entries(CHANNELS)) expect(unguarded(input), name).toEqual([]);
  });

  it("would be caught if it didn't", () => {
    expect(unguarded(z.object({ targetFile: z.string() }))).toEqual(["targetFile"]);
    expect(unguarded(z.object({ inner: z.array(z.object({ path: z.string() })) }))).toEqual(["inner.path"]);
    expect(unguarded(z.object({ path: z.string(), backupPath: z.string().optional() }))).toEqual([]);
  });
});
