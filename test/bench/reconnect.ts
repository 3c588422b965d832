/**
 * Many counters against one service that was out and is back for all at the same moment: what the service sees, and
 * how soon every counter is drained. In simulated time, so the machine's own speed is no part of any figure.
 */
import type { Figure, Section } from "./figures.ts";
import { median } from "./figures.ts";
import { type FleetChoices, type FleetReport, runFleet } from "./services/reconnect-fleet.ts";

/** Aim: no second with more than this many times the mean load. */
const AIM = 3;
/** A service in the cloud: ten at a time, a tenth of a second each, reached in 50 ms. */
const SERVICE = { lanes: 10, serviceMs: 100, queue: 200, wayMs: 50 };

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Requests a second, over the seconds from the service's return until the last counter is drained. */
export const meanLoadOf = ({ perSecond, drainedAfterMs }: FleetReport): number =>
  sum(perSecond) / (drainedAfterMs / 1_000);

const busiestOf = ({ perSecond }: FleetReport): number => Math.max(...perSecond);
const overMean = (report: FleetReport): number => busiestOf(report) / meanLoadOf(report);

function figuresOf(of: string, reports: readonly FleetReport[]): Figure[] {
  const figure = (what: string, unit: string, digits: number, read: (report: FleetReport) => number) => ({
    what: `${of}: ${what}`,
    unit,
    digits,
    runs: reports.map(read),
  });
  return [
    figure("busiest second over the mean", "×", 2, overMean),
    figure("busiest second", "requests", 0, busiestOf),
    figure("mean load until drained", "requests/s", 1, meanLoadOf),
    figure("requests that failed", "", 0, ({ failed }) => failed),
    figure("every counter drained", "s after the outage", 1, ({ drainedAfterMs }) => drainedAfterMs / 1_000),
    figure(
      "first request of half of the counters",
      "s after the outage",
      1,
      (r) => median(r.firstRequestMs) / 1_000,
    ),
    figure(
      "first request of the last counter",
      "s after the outage",
      1,
      (r) => Math.max(...r.firstRequestMs) / 1_000,
    ),
  ];
}

export async function measureReconnect(
  choices: { runs: number } & Pick<FleetChoices, "counters" | "entries" | "outageMs">,
  progress: (words: string) => void,
): Promise<Section> {
  const { counters, entries, outageMs } = choices;
  const fleet = { counters, entries, outageMs, ...SERVICE };
  const asIs: FleetReport[] = [];
  const inStep: FleetReport[] = [];
  for (let seed = 1; seed <= choices.runs; seed += 1) {
    for (const [jitter, into] of [[true, asIs] as const, [false, inStep] as const]) {
      const report = await runFleet({ ...fleet, seed, jitter });
      into.push(report);
      progress(
        `  seed ${seed}, ${jitter ? "as shipped" : "without jitter"}: busiest second ${busiestOf(report)}, ` +
          `${overMean(report).toFixed(2)} × the mean, ${report.failed} failed, drained after ${(report.drainedAfterMs / 1_000).toFixed(1)} s`,
      );
    }
  }
  const worst = Math.max(...asIs.map(overMean));
  const failed = Math.max(...asIs.map((report) => report.failed));
  return {
    title: "All counters reconnecting at once",
    method:
      `${counters} real engines with files of their own, each with ${entries} purchase returns posted while the ` +
      `service is out for ${outageMs / 60_000} minutes. Every counter detects the outage within the same second, which ` +
      "is the worst case, and neither a person nor the system signals that the link is back. Clock and network are " +
      `simulated: ${SERVICE.wayMs} ms each way, a service that handles ${SERVICE.lanes} requests at a time in ` +
      `${SERVICE.serviceMs} ms each, lets ${SERVICE.queue} more wait and answers 429 beyond. The load is the number of ` +
      "requests that reach the service in each whole second after it is back; the mean is over the time until the last " +
      `counter is drained. A slower drain alone would lower that mean, so the busiest second is given too. "Without ` +
      `jitter" sets every wait to its mean. A run is a seed, and each ended with every entry in the books exactly once.`,
    figures: [...figuresOf("as shipped", asIs), ...figuresOf("without jitter", inStep)],
    verdict:
      `Aim: no second over ${AIM} × the mean load, and every counter drained. ${worst <= AIM ? "Met" : "**Not met**"}: ` +
      `${worst.toFixed(2)} × in the worst run, with at most ${failed} failed requests.`,
  };
}
