/** Passes figures on to where the owner's policy wants them. It may wait for a disk or a network: it works on a thread. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FixedCounters } from "../../../../../contract/channels/policy.ts";
import type { CounterStatus } from "../../../../../contract/counter-status.ts";
import { messageOf } from "../../../../lib/error-code.ts";
import { once } from "../../../../lib/once.ts";
import { writeWholeAtOnce } from "../../../../lib/whole-file.ts";
import { figuresOf, prometheusText } from "./figures.ts";

export interface MonitorGiven {
  monitoring: NonNullable<FixedCounters["monitoring"]>;
  proxy: string | null;
}

/** What could not be done, in words for the log. */
export type Trouble = { of: "textfile" | "otlp"; said: string };

export interface Monitor {
  /** Never throws. */
  tell(status: CounterStatus): Promise<Trouble[]>;
  close(): Promise<void>;
}

/** The collector is another account, and reads names that end so only. */
function writeTextfile(folder: string, status: CounterStatus): void {
  writeWholeAtOnce(join(folder, "counterside.prom"), (unfinished) => {
    writeFileSync(unfinished, prometheusText(figuresOf(status)));
    chmodSync(unfinished, 0o644);
  });
}

export function createMonitor({ monitoring: { textfile, otlp }, proxy }: MonitorGiven): Monitor {
  const exporter = once(async () => {
    const { openOtlp } = await import("./otlp.ts");
    return otlp === undefined ? null : openOtlp(otlp, proxy);
  });
  let isOpen = false;
  return {
    async tell(status) {
      const troubles: Trouble[] = [];
      try {
        if (textfile !== undefined) writeTextfile(textfile, status);
      } catch (error) {
        troubles.push({ of: "textfile", said: messageOf(error) });
      }
      try {
        if (otlp !== undefined) {
          isOpen = true;
          await (await exporter())?.send(status);
        }
      } catch (error) {
        troubles.push({ of: "otlp", said: messageOf(error) });
      }
      return troubles;
    },
    close: async () => (isOpen ? (await exporter())?.close() : undefined),
  };
}
