/** A status as figures: one table of metrics, and its text for Prometheus' textfile collectors. Pure. */
import { SYNC_STATES } from "../../../../../contract/channels/connection.ts";
import { COUNTER_NEEDS, type CounterStatus } from "../../../../../contract/counter-status.ts";
import { OPEN_STATES } from "../../../../../contract/entry-states.ts";

export interface CounterFigure {
  /** As Prometheus wants names: with the base unit at the end. All are gauges. */
  name: string;
  help: string;
  samples: { labels: Readonly<Record<string, string>>; value: number }[];
}

const NONE = {};
const seconds = (at: string | null): number => (at === null ? Number.NaN : Date.parse(at) / 1_000);

/** All of them each time; what isn't known has no sample. */
export function figuresOf(status: CounterStatus): CounterFigure[] {
  const { deviceId, name, version, counts, unsentValue, lists, needs } = status;
  const one = (value: number | null): CounterFigure["samples"] => [
    { labels: NONE, value: value ?? Number.NaN },
  ];
  const all: CounterFigure[] = [
    {
      name: "counterside_info",
      help: "Which counter this is, and its program's version.",
      samples: [{ labels: { device: deviceId, name, version }, value: 1 }],
    },
    {
      name: "counterside_status_timestamp_seconds",
      help: "When these figures were taken.",
      samples: one(seconds(status.writtenAt)),
    },
    {
      name: "counterside_sending_state",
      help: "What sending does: 1 for the state that it is in.",
      samples: SYNC_STATES.map((state) => ({ labels: { state }, value: Number(status.state === state) })),
    },
    {
      name: "counterside_entries",
      help: "Entries that are not settled, by state.",
      samples: OPEN_STATES.map((state) => ({ labels: { state }, value: counts[state] })),
    },
    {
      name: "counterside_unsent_value",
      help: "Value of the unsent entries by currency, where they are enough to hide each.",
      samples: Object.entries(unsentValue).map(([currency, value]) => ({
        labels: { currency },
        value: Number(value),
      })),
    },
    {
      name: "counterside_oldest_unsent_timestamp_seconds",
      help: "When the oldest unsent entry was entered.",
      samples: one(seconds(status.oldestUnsentAt)),
    },
    {
      name: "counterside_last_confirmed_timestamp_seconds",
      help: "When the central system confirmed an entry last.",
      samples: one(seconds(status.lastConfirmedAt)),
    },
    {
      name: "counterside_list_taken_timestamp_seconds",
      help: "When each list of reference data was taken last.",
      samples: lists.map(({ list, takenAt }) => ({ labels: { list }, value: seconds(takenAt) })),
    },
    {
      name: "counterside_backup_timestamp_seconds",
      help: "When the newest backup was made.",
      samples: one(seconds(status.backupAt)),
    },
    {
      name: "counterside_clock_drift_seconds",
      help: "How far this computer's clock is ahead of the central system's.",
      samples: one(status.clockDriftMs === null ? null : status.clockDriftMs / 1_000),
    },
    {
      name: "counterside_disk_free_bytes",
      help: "Free room on the disk of the profile.",
      samples: one(status.freeBytes),
    },
    { name: "counterside_people", help: "People who may work here.", samples: one(status.people) },
    {
      name: "counterside_practice",
      help: "1 while it practises: none of it is about the books.",
      samples: one(Number(status.practice)),
    },
    {
      name: "counterside_needs_person",
      help: "1 for what needs a person.",
      samples: COUNTER_NEEDS.map((need) => ({ labels: { need }, value: Number(needs.includes(need)) })),
    },
  ];
  return all.map((figure) => ({
    ...figure,
    samples: figure.samples.filter(({ value }) => Number.isFinite(value)),
  }));
}

/** A label's value may hold anything: a shop's name for its counter, or a currency that was typed. */
const escaped = (text: string): string =>
  text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll(/\r?\n|\r/g, "\\n");

/** The text format, version 0.0.4. */
export function prometheusText(figures: readonly CounterFigure[]): string {
  const known = figures.filter(({ samples }) => samples.length > 0);
  const lines = known.flatMap(({ name, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...samples.map(({ labels, value }) => {
      const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
      return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
    }),
  ]);
  return `${lines.join("\n")}\n`;
}
