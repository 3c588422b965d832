/** The window's times as a section of the report: on an empty profile, and on a large shop's. */
import { rmSync } from "node:fs";
import { type Figure, median, type Section } from "./figures.ts";
import { copyLargeProfile, type LargeProfile } from "./profiles/large-profile.ts";
import { measureWindow, type WindowTimes } from "./window/window.ts";

/** Aims: at most so many times the hello-world window. */
const AIM = { empty: 1.4, large: 1.6 } as const;

/** Each start compared with the hello-world window right before it. */
const ratiosOf = (ms: number[], { helloMs }: WindowTimes) =>
  ms.map((each, index) => each / (helloMs[index] ?? Number.NaN));

export async function measureWindowSection(
  choices: { runs: number; warmUps: number; profile: LargeProfile },
  say: (words: string) => void,
): Promise<Section> {
  const empty = await measureWindow(choices);
  const large = await measureWindow(choices, async (profile) => {
    rmSync(profile, { recursive: true });
    await copyLargeProfile(choices.profile, profile, say);
  });
  const { products, entries } = choices.profile;
  const shop = `${products} products, ${entries} entries`;
  const figuresOf = (what: string, times: WindowTimes): Figure[] => [
    { what: `${what}: seen`, unit: "ms", digits: 0, runs: times.seenMs },
    { what: `${what}: every answer in it`, unit: "ms", digits: 0, runs: times.completeMs },
    { what: `${what}: hello world, in turn with it`, unit: "ms", digits: 0, runs: times.helloMs },
    { what: `${what}: seen, ratio`, unit: "×", digits: 2, runs: ratiosOf(times.seenMs, times) },
    { what: `${what}: every answer, ratio`, unit: "×", digits: 2, runs: ratiosOf(times.completeMs, times) },
  ];
  const judged = (times: WindowTimes, aim: number) => {
    const ratio = median(ratiosOf(times.seenMs, times));
    return `${ratio <= aim ? "met" : "**not met**"} (${ratio.toFixed(2)} ×)`;
  };
  return {
    title: "Start-up to a usable window",
    method:
      "From the start of the process to a painted window that takes input, in turn with a hello-world Electron window with " +
      "one button, on profiles that were started before. Seen: with its frame and what the books held when they were closed.",
    figures: [...figuresOf("empty profile", empty), ...figuresOf(shop, large)],
    verdict:
      `Aims: seen in at most ${AIM.empty} × the hello-world window on an empty profile, ${judged(empty, AIM.empty)}; ` +
      `in at most ${AIM.large} × with ${shop}, ${judged(large, AIM.large)}.`,
  };
}
