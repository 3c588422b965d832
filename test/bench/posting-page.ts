/** A posting as it is felt at the page, as a section of the report. */
import { type Figure, median, type Section } from "./figures.ts";
import { percentile } from "./window/large-window.ts";
import { measurePosting, type PostingTimes } from "./window/posting.ts";

/** Aim: a usual return is reported as saved within this at p95. */
const AIM_MS = 12;
/** A usual return; and one as long as the longest that staff enter. */
const USUAL = 3;

interface Choices {
  runs: number;
  /** Postings of a usual return and of a long one in each run. */
  posts: number;
  longPosts: number;
  longLines: number;
}

const WHEN = [
  ["atOnce", "right after the last key"],
  ["kept", "once its draft was kept"],
] as const;

const UNTIL = [
  ["words", "the words are in the page"],
  ["frame", "painted"],
] as const;

type When = (typeof WHEN)[number][0];
type Until = (typeof UNTIL)[number][0];

const shareOf = (times: PostingTimes, when: When, until: Until, share: number): number =>
  percentile(
    times[when].map((time) => time[until]),
    share,
  );

const figures = (lines: number, runs: readonly PostingTimes[], share: number): Figure[] =>
  WHEN.flatMap(([when, after]) =>
    UNTIL.map(([until, seen]) => ({
      what: `${lines.toLocaleString("en")} lines, ${after}, ${seen}, p${share * 100}`,
      unit: "ms",
      digits: 1,
      runs: runs.map((times) => shareOf(times, when, until, share)),
    })),
  );

/** Posts usual and long returns from the screen in `runs` windows each. */
export async function measurePostingPage(
  { runs, posts, longPosts, longLines }: Choices,
  say: (words: string) => void,
): Promise<Section> {
  const usual: PostingTimes[] = [];
  const long: PostingTimes[] = [];
  for (let run = 0; run < runs; run += 1) {
    usual.push(await measurePosting({ lines: USUAL, posts }));
    long.push(await measurePosting({ lines: longLines, posts: longPosts }));
    say(`  run ${run + 1} of ${runs}`);
  }
  const worst = (until: Until): number =>
    Math.max(...WHEN.map(([when]) => median(usual.map((times) => shareOf(times, when, until, 0.95)))));
  return {
    title: "A posting at the page",
    method:
      "In the real window on the practice shop, from the timestamp of Ctrl+Enter until the page has the words that the " +
      "return is saved, and to the end of the frame that shows them, for which alone it may wait 17 ms. The last number is " +
      "typed right before, or 600 ms before, when the draft is kept. " +
      `${posts} postings of each kind a run, ${longPosts} of ${longLines.toLocaleString("en")} lines.`,
    figures: [...figures(USUAL, usual, 0.95), ...figures(longLines, long, 0.95)],
    details: [...figures(USUAL, usual, 0.5), ...figures(longLines, long, 0.5)],
    verdict: `Aim: ${USUAL} lines within ${AIM_MS} ms at p95. ${worst("frame") < AIM_MS ? "Met" : "**Not met**"}: ${worst("frame").toFixed(1)} ms painted; the words are in the page after ${worst("words").toFixed(1)} ms.`,
  };
}
