import { describe, expect, it } from "vitest";
import { readFpmWords } from "../../../scripts/lib/package/deb-control.mjs";

const words = [
  ...["-s", "dir", "--force", "-t", "deb", "-d", "libnss3", "-d", "libgtk-3-0 | libgtk-3-0t64"],
  ...[
    "--deb-compression",
    "xz",
    "--architecture",
    "amd64",
    "--after-install",
    "/t/in",
    "--after-remove",
    "/t/out",
  ],
  ...["--description", "A shop counter\n  Returns and vouchers.\n\nMore.", "--version", "1.2.3~beta"],
  ...["--package", "/dist/c.deb", "--name", "counterside", "--maintainer", "A <a@b.example>"],
  ...["--url", "https://b.example/c", "--category", "utils", "--deb-priority", "optional"],
  ...["/out/linux-unpacked/=/opt/Counterside", "/t/c.desktop=/usr/share/applications/c.desktop"],
];

describe("what fpm is asked", () => {
  it("becomes a control file", () => {
    expect(readFpmWords(words).control).toBe(
      [
        "Package: counterside",
        "Version: 1.2.3~beta",
        "Architecture: amd64",
        "Maintainer: A <a@b.example>",
        "Section: utils",
        "Priority: optional",
        "Depends: libnss3, libgtk-3-0 | libgtk-3-0t64",
        "Homepage: https://b.example/c",
        "Description: A shop counter",
        " Returns and vouchers.",
        " .",
        " More.",
        "",
      ].join("\n"),
    );
  });

  it("names what lies where, and the scripts", () => {
    expect(readFpmWords(words)).toMatchObject({
      output: "/dist/c.deb",
      compression: "xz",
      afterInstall: "/t/in",
      afterRemove: "/t/out",
      files: [
        { from: "/out/linux-unpacked/", to: "/opt/Counterside" },
        { from: "/t/c.desktop", to: "/usr/share/applications/c.desktop" },
      ],
    });
  });

  it("takes the last word on compression, as dpkg-deb spells it", () => {
    expect(readFpmWords([...words, "--deb-compression", "gz"]).compression).toBe("gzip");
    expect(readFpmWords([...words, "--deb-compression", "none"]).compression).toBe("none");
  });

  it("leaves out a homepage that can never be one", () => {
    expect(readFpmWords([...words, "--url", "https://c.invalid/"]).control).not.toContain("Homepage");
  });

  it("refuses other packages than debs", () => {
    expect(() => readFpmWords(["-s", "dir", "-t", "rpm"])).toThrow("Only -s dir -t deb");
  });
});
