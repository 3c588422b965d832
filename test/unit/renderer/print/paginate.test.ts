import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnTracks, type Measured, paginate } from "../../../../renderer/print/paginate.ts";
import { paragraphsOf } from "../../../../renderer/reports/report.ts";

const ROOM = { page: 100, runningHead: 10, tableHead: 8 };
const block = (height: number): Measured => ({ height, row: false, withNext: false });
const row = (height: number): Measured => ({ height, row: true, withNext: false });
const heading = (height: number): Measured => ({ height, row: false, withNext: true });

describe("paginate", () => {
  it("leaves what fits on one page", () => {
    expect(paginate([block(40), block(60)], ROOM)).toEqual([{ pieces: [0, 1], repeatsTableHead: false }]);
  });

  it("repeats the table's head where a table goes on, and only there", () => {
    const cuts = paginate([block(90), row(20), row(70), row(20), block(50)], ROOM);
    expect(cuts).toEqual([
      { pieces: [0], repeatsTableHead: false },
      { pieces: [1, 2], repeatsTableHead: false },
      { pieces: [3, 4], repeatsTableHead: true },
    ]);
  });

  it("never leaves a heading alone at the foot", () => {
    const cuts = paginate([block(85), heading(10), row(20)], ROOM);
    expect(cuts.map(({ pieces }) => pieces)).toEqual([[0], [1, 2]]);
  });

  it("gives a piece that is taller than a page one to itself", () => {
    expect(paginate([block(10), block(500), block(10)], ROOM).map(({ pieces }) => pieces)).toEqual([
      [0],
      [1],
      [2],
    ]);
  });

  it("has a page even for nothing", () => {
    expect(paginate([], ROOM)).toHaveLength(1);
  });

  it("keeps every piece once, in order, and fills no page beyond its room", () => {
    const piece = fc.record({
      height: fc.integer({ min: 0, max: 60 }),
      row: fc.boolean(),
      withNext: fc.constant(false),
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const cuts = paginate(pieces, ROOM);
        expect(cuts.flatMap((cut) => cut.pieces)).toEqual(pieces.map((_, index) => index));
        for (const [index, cut] of cuts.entries()) {
          const heads = (index === 0 ? 0 : ROOM.runningHead) + (cut.repeatsTableHead ? ROOM.tableHead : 0);
          const used = cut.pieces.reduce((sum, at) => sum + (pieces[at]?.height ?? 0), heads);
          expect(used).toBeLessThanOrEqual(ROOM.page);
        }
      }),
    );
  });
});

describe("long text", () => {
  it("is cut at its own line ends and between words, and loses no letter", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 4, max: 50 }), (text, longest) => {
        const chunks = paragraphsOf(text, longest);
        const letters = (value: string) => value.replace(/\s/g, "");
        expect(letters(chunks.join(""))).toBe(letters(text));
        for (const chunk of chunks) expect([...chunk].length).toBeLessThanOrEqual(longest);
      }),
    );
    expect(paragraphsOf("one two three", 8)).toEqual(["one two", "three"]);
    expect(paragraphsOf("first\nsecond")).toEqual(["first", "second"]);
    expect(paragraphsOf("  \n ")).toEqual([]);
  });
});

describe("the columns of a table", () => {
  const tracks = (...longest: number[]) =>
    columnTracks([
      { longest: 0 },
      { width: { least: 12, most: 24 }, longest: 90 },
      ...longest.map((length) => ({ width: { least: 14 }, longest: length })),
    ]);

  it("leave room for names", () => {
    expect(tracks(3, 8)).toBe("minmax(0, 1fr) 24mm 14mm 19mm");
  });

  it("give way to stacked rows where the numbers are too long", () => {
    expect(tracks(25, 40)).toBeNull();
  });
});
