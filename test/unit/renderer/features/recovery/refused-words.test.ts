/** What a refused restore says: the reason is the backup or the books here, not an entry or a file to import. */
import { createInstance } from "i18next";
import { expect, test } from "vitest";
import { refusedWords } from "../../../../../renderer/features/recovery/load-backup.tsx";
import { ar } from "../../../../../renderer/i18n/ar/index.ts";
import { en } from "../../../../../renderer/i18n/en/index.ts";
import { errorWords } from "../../../../../renderer/i18n/error-words.ts";

test("a refused restore speaks of the backup and the books here, not of an entry or a file to import", async () => {
  for (const [lng, translation] of Object.entries({ ar, en })) {
    const i18n = createInstance();
    const t = await i18n.init({ lng, resources: { [lng]: { translation } } });
    expect(refusedWords(t, "not_found")).toBeNull();
    for (const code of ["wrong_state", "file_invalid"] as const) {
      const usual = errorWords(t, { code, message: "", details: {} });
      expect(refusedWords(t, code)?.what).not.toBe(usual.what);
      expect(Object.values(refusedWords(t, code) ?? {}).join()).not.toMatch(/restoreRefused/);
    }
    const kept = lng === "en" ? /already has entries of the same company number/ : /عمليات لرقم المنشأة نفسه/;
    expect(refusedWords(t, "wrong_state")?.what).toMatch(kept);
  }
});
