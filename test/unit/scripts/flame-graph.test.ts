import { describe, expect, it } from "vitest";
import { stacksOf } from "../../../scripts/lib/cpu-profile.mjs";
import { drawFlameGraph, type Frame } from "../../../scripts/lib/flame-graph.mjs";

const own = (name: string): Frame => ({ name, where: `main/${name}.ts:1`, kind: "own" });
const words = { title: "a title", subtitle: "one run" };

const boxesOf = (svg: string) =>
  [
    ...svg.matchAll(
      /<g><title>([^:]*?)(?: \([^)]*\))?: ([\d.]+) %, itself ([\d.]+) %<\/title><rect class="(\w+)" x="([\d.]+)" y="(\d+)" width="([\d.]+)"/g,
    ),
  ].map(([, name, total, self, kind, x, y, width]) => ({
    name,
    kind,
    total: Number(total),
    self: Number(self),
    x: Number(x),
    y: Number(y),
    width: Number(width),
  }));

describe("the flame graph", () => {
  const stacks = [
    { frames: [own("post"), own("write")], weight: 60 },
    { frames: [own("post")], weight: 10 },
    { frames: [own("post"), own("parse")], weight: 29.7 },
    { frames: [own("post"), own("rare")], weight: 0.3 },
  ];

  it("merges stacks that begin alike and sets callees above their caller, widest first", () => {
    const boxes = boxesOf(drawFlameGraph(stacks, words));
    expect(boxes.map(({ name, total, self }) => ({ name, total, self }))).toEqual([
      { name: "all", total: 100, self: 0 },
      { name: "post", total: 100, self: 10 },
      { name: "write", total: 60, self: 60 },
      { name: "parse", total: 29.7, self: 29.7 },
    ]);
    const [all, post, write, parse] = boxes;
    expect(write?.width).toBeCloseTo((all?.width ?? 0) * 0.6, 0);
    expect(parse?.x).toBeCloseTo((write?.x ?? 0) + (write?.width ?? 0), 0);
    expect(write?.y).toBeLessThan(post?.y ?? 0);
    expect(parse?.y).toBe(write?.y);
  });

  it("leaves out what is smaller than asked", () => {
    expect(drawFlameGraph(stacks, words)).not.toContain("rare");
    expect(drawFlameGraph(stacks, { ...words, smallest: 0.001 })).toContain("rare");
  });

  it("keeps markup out of the picture and names nothing outside of it", () => {
    const svg = drawFlameGraph([{ frames: [own('<script>&"')], weight: 1 }], { ...words, title: "<b>" });
    expect(svg).not.toMatch(/<script|<b>|href|url\(|@import/);
    expect(svg).toContain("&lt;script&gt;&amp;&quot;");
  });

  it("draws nothing of nothing", () => {
    expect(boxesOf(drawFlameGraph([], words))).toEqual([]);
  });
});

describe("V8's profile as stacks", () => {
  const call = (functionName: string, url: string, lineNumber: number) => ({
    functionName,
    url,
    lineNumber,
    columnNumber: 0,
    scriptId: "0",
  });
  const root = "file:///program/";
  const profile = {
    nodes: [
      { id: 1, callFrame: call("(root)", "", -1), children: [2, 3] },
      { id: 2, callFrame: call("(idle)", "", -1) },
      { id: 3, callFrame: call("append", `${root}main/audit.ts`, 9), children: [4, 5, 6] },
      { id: 4, callFrame: call("", "", -1) },
      { id: 5, callFrame: call("", `${root}node_modules/zod/parse.js`, 4) },
      { id: 6, callFrame: call("", "", 2) },
    ],
    samples: [3, 4, 2, 5, 6, 3],
    timeDeltas: [0, 100, 200, 5_000, 300, 400],
  };

  it("names functions by name, or by their place, and leaves waiting out", () => {
    const stacks = stacksOf(profile, root);
    const append = { name: "append", where: "main/audit.ts:10", kind: "own" };
    expect(stacks).toEqual([
      { frames: [append], weight: 100 },
      { frames: [append, { name: "native", where: "", kind: "runtime" }], weight: 200 },
      {
        frames: [append, { name: "parse.js:5", where: "zod/parse.js:5", kind: "library" }],
        weight: 300,
      },
      {
        frames: [append, { name: "compiled", where: "made at run time", kind: "library" }],
        weight: 400,
      },
    ]);
  });
});
