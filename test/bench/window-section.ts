/** The window's times as a section of the report. */
import { median, type Section } from "./figures.ts";
import { measureWindow } from "./window.ts";

/** Aim: at most this many times the hello-world window. */
const AIM = 2;

export async function measureWindowSection(choices: { runs: number }): Promise<Section> {
  const { helloMs, appMs } = await measureWindow(choices.runs);
  const ratios = appMs.map((ms, index) => ms / (helloMs[index] ?? Number.NaN));
  return {
    title: "A window that can be worked with",
    method:
      "From starting the process to a painted window that takes input, beside a hello-world Electron window with one button, " +
      "in turn, on profiles that were started before.",
    figures: [
      { what: "Counterside", unit: "ms", digits: 0, runs: appMs },
      { what: "hello world", unit: "ms", digits: 0, runs: helloMs },
      { what: "ratio", unit: "×", digits: 2, runs: ratios },
    ],
    verdict: `Aim: at most ${AIM} × the hello-world window. ${median(ratios) <= AIM ? "Met" : "**Not met**"}: ${median(ratios).toFixed(2)} ×.`,
  };
}
