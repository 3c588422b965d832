import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { areaOf, areas, scoreTable } from "../../../scripts/mutants/areas.mjs";
import { inOrder } from "../../../scripts/mutants/faults.mjs";
import { faultsIn } from "../../../scripts/mutants/kinds.mjs";

/** A source with each of its faults planted in turn. */
const plantedIn = (source: string): string[] =>
  faultsIn("a.ts", source).map(
    ({ kind, start, end, text }) => `${kind}: ${source.slice(0, start)}${text}${source.slice(end)}`,
  );

it("faults are planted of every kind that went unnoticed before", () => {
  expect(plantedIn("if (a < b) throw new Error();")).toEqual([
    "dropped guard: ;",
    "negated condition: if (!(a < b)) throw new Error();",
    "moved bound: if ((a <= b)) throw new Error();",
  ]);
  expect(plantedIn("await flushFile(path);")).toEqual([
    "answer not awaited: void (flushFile(path));",
    "dropped flush or close: ;",
  ]);
  expect(plantedIn("const c = a ?? b;")).toEqual([
    "side of ??: const c = (a);",
    "side of ??: const c = (b);",
  ]);
  expect(plantedIn("const c = db.transaction(f);").join()).toContain("immediate: plain");
  expect(plantedIn("const c = Math.min(a, 20);")).toEqual([
    "min for max: const c = Math.max(a, 20);",
    "other constant: const c = Math.min(a, (20 * 10));",
  ]);
});

it("faults are planted in SQL, and in no type, import or word that only a log shows", () => {
  expect(plantedIn('const q = "SELECT a FROM b WHERE c >= ? AND d IS NULL";')).toEqual([
    'other SQL: const q = "SELECT a FROM b WHERE c > ? AND d IS NULL";',
    'other SQL: const q = "SELECT a FROM b WHERE c >= ? OR d IS NULL";',
    'other SQL: const q = "SELECT a FROM b WHERE c >= ? AND d IS NOT NULL";',
  ]);
  expect(plantedIn('import { a } from "b"; type C = 1 | 2; log.warn("d", { e: 3 });')).toEqual([
    'other constant: import { a } from "b"; type C = 1 | 2; log.warn("d", { e: (3 * 10) });',
  ]);
});

it("the first faults of an area are of all its files, and the same for the same seed", () => {
  const fault = (path: string, n: number) => ({
    id: `${path}${n}`,
    path,
    area: "sync",
    place: path,
    line: n,
    was: "",
    kind: "",
    start: 0,
    end: 0,
    text: "",
  });
  const faults = [1, 2, 3, 4].flatMap((n) => [fault("one.ts", n), fault("two.ts", n)]);
  const first = inOrder(faults, 7).slice(0, 4);
  expect(first.filter(({ path }) => path === "one.ts")).toHaveLength(2);
  expect(inOrder([...faults].reverse(), 7)).toEqual(inOrder(faults, 7));
  const score = scoreTable(first, ({ path }) => (path === "one.ts" ? "noticed" : "survived"), {
    of: 8,
    command: "c",
    machine: "m",
  });
  expect(score).toContain("| sync | 4 | 2 | 50.0 % | 90 % |");
});

const ROOT = join(import.meta.dirname, "../../..");

it("each fault that is excused as without effect can still be planted", () => {
  const read = (path: string) => readFileSync(join(ROOT, path), "utf8").replace(/\s+/g, " ");
  const excused: { path: string; was: string }[] = JSON.parse(read("scripts/mutants/equivalents.json"));
  expect(excused.length).toBeGreaterThan(0);
  expect(excused.filter(({ path, was }) => !read(path).includes(was.replace(/\s+/g, " ")))).toEqual([]);
});

it("each area in which faults are planted holds files of the tree", () => {
  const files = ["contract", "main", "renderer"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const held = new Set(files.map((path) => areaOf(path.replaceAll("\\", "/"))?.name));
  expect(areas.filter(({ name }) => !held.has(name))).toEqual([]);
});
