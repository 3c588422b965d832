/**
 * Many counters against one service that was out and is back for all at the same moment: what the service sees, and
 * how soon every counter is drained. In simulated time, so the machine's own speed is no part of any figure.
 */
import { median, type Section } from "./figures.ts";
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

function figuresOf(
  of: string,
  reports: readonly FleetReport[],
): Required<Pick<Section, "figures" | "details">> {
  const figure = (what: string, unit: string, digits: number, read: (report: FleetReport) => number) => ({
    what: `${of}: ${what}`,
    unit,
    digits,
    runs: reports.map(read),
  });
  const figures = [
    figure("busiest second over the mean", "×", 2, overMean),
    figure("busiest second", "requests", 0, busiestOf),
    figure("every counter drained", "s after the outage", 1, ({ drainedAfterMs }) => drainedAfterMs / 1_000),
  ];
  const details = [
    figure("mean load until drained", "requests/s", 1, meanLoadOf),
    figure("requests that failed", "", 0, ({ failed }) => failed),
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
  return { figures, details };
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
  const both = [figuresOf("as shipped", asIs), figuresOf("without jitter", inStep)];
  return {
    title: "All counters reconnecting at once",
    method:
      `${counters} real engines, each with ${entries} purchase returns posted during an outage of ${outageMs / 60_000} ` +
      `minutes that all detect in the same second. Clock and network are simulated: ${SERVICE.wayMs} ms each way, ` +
      `${SERVICE.lanes} requests at a time in ${SERVICE.serviceMs} ms each, ${SERVICE.queue} more wait, then 429. "Without ` +
      `jitter" sets every wait to its mean. A run is a seed; each ended with every entry in the books once.`,
    figures: both.flatMap(({ figures }) => figures),
    details: both.flatMap(({ details }) => details),
    verdict:
      `Aim: no second over ${AIM} × the mean load, and every counter drained. ${worst <= AIM ? "Met" : "**Not met**"}: ` +
      `${worst.toFixed(2)} × in the worst run, with at most ${failed} failed requests.`,
  };
}
