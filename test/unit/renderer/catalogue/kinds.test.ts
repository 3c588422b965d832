import { describe, expect, it } from "vitest";
import { REFERENCE_KINDS } from "../../../../contract/channels/mirror.ts";
import { KINDS_OF_FILES } from "../../../../main/engine/reference-data/columns.ts";
import { CATALOGUE_TABS, FILE_COLUMNS, importKindOf } from "../../../../renderer/screens/catalogue/kinds.ts";

describe("the columns shown before an import", () => {
  it("are the ones the engine reads, needed ones and others", () => {
    for (const kind of REFERENCE_KINDS) {
      const { columns } = KINDS_OF_FILES[kind];
      const named = (wanted: "required" | "optional") =>
        columns.filter(({ column }) => column === wanted).map(({ name }) => name);
      expect([...FILE_COLUMNS[kind].needed], kind).toEqual(named("required"));
      expect([...FILE_COLUMNS[kind].optional], kind).toEqual(named("optional"));
    }
  });

  it("are there for every kind that a tab can import", () => {
    const kinds = CATALOGUE_TABS.map(importKindOf).filter((kind) => kind !== null);
    expect(new Set(kinds)).toEqual(new Set(REFERENCE_KINDS));
  });
});
