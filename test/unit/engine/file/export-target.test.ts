/** Names that Windows gives to no file, though Node makes them. */
import { expect, it } from "vitest";
import { assertFileName } from "../../../../main/engine/file/database/export-target.ts";

const NONE = [
  "NUL",
  "con.sqlite",
  "aux .csv",
  "LPT1.tar.gz",
  "COM¹",
  "a.csv.",
  "a.csv ",
  "a:b",
  "a?.csv",
  "a\u0007",
];
const FINE = ["console.csv", "com.csv", "com10.csv", "nul-1.csv", ".csv", "a .csv", "متجر.csv"];

it("a name that Windows keeps for itself, or cuts, is refused there and nowhere else", () => {
  for (const name of NONE) {
    expect(() => assertFileName(`C:\\shop\\${name}`, "backup", "win32"), name).toThrow(/Windows/);
    expect(() => assertFileName(`/shop/${name}`, "backup", "linux"), name).not.toThrow();
  }
  for (const name of FINE)
    expect(() => assertFileName(`C:\\NUL\\${name}`, "backup", "win32"), name).not.toThrow();
});
