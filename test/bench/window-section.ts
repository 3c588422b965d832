/** The window's times as a section of the report: on an empty profile, and on a large shop's. */
import { rmSync } from "node:fs";
import { median, type Section } from "./figures.ts";
import { copyLargeProfile, type LargeProfile } from "./profiles/large-profile.ts";
import { measureWindow } from "./window/window.ts";

/** Aims: at most so many times the hello-world window. */
const AIM = { empty: 1.25, large: 1.5 } as const;

export async function measureWindowSection(
  choices: { runs: number; warmUps: number; profile: LargeProfile },
  say: (words: string) => void,
): Promise<Section> {
  const empty = await measureWindow(choices);
  const large = await measureWindow(choices, async (profile) => {
    rmSync(profile, { recursive: true });
    await copyLargeProfile(choices.profile, profile, say);
  });
  const ratiosOf = ({ appMs, helloMs }: typeof empty) =>
    appMs.map((ms, index) => ms / (helloMs[index] ?? Number.NaN));
  const ratios = { empty: ratiosOf(empty), large: ratiosOf(large) };
  const judged = (which: keyof typeof AIM) =>
    `${median(ratios[which]) <= AIM[which] ? "met" : "**not met**"} (${median(ratios[which]).toFixed(2)} ×)`;
  const { products, entries } = choices.profile;
  const shop = `${products} products, ${entries} entries`;
  return {
    title: "Start-up to a usable window",
    method:
      "From the start of the process to a painted window that takes input and shows the answers to its first queries, " +
      "in turn with a hello-world Electron window with one button, on profiles that were started before.",
    figures: [
      { what: "empty profile", unit: "ms", digits: 0, runs: empty.appMs },
      { what: "hello world, in turn with it", unit: "ms", digits: 0, runs: empty.helloMs },
      { what: "ratio", unit: "×", digits: 2, runs: ratios.empty },
      { what: shop, unit: "ms", digits: 0, runs: large.appMs },
      { what: "hello world, in turn with it", unit: "ms", digits: 0, runs: large.helloMs },
      { what: "ratio", unit: "×", digits: 2, runs: ratios.large },
    ],
    verdict:
      `Aims: at most ${AIM.empty} × the hello-world window on an empty profile, ${judged("empty")}; ` +
      `at most ${AIM.large} × with ${shop}, ${judged("large")}.`,
  };
}
