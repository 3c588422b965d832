/** The score by area, as a table of the report. Pure. */
import { areas } from "./areas.mjs";

/**
 * @param {readonly import("./faults.mjs").Planted[]} known what was planted
 * @param {(fault: import("./faults.mjs").Planted) => string} outcomeOf
 * @param {{ of: number, command: string, machine: string }} facts
 */
export function scoreTable(known, outcomeOf, { of, command, machine }) {
  const rows = areas.flatMap(({ name, title, target }) => {
    const outcomes = known.filter(({ area }) => area === name).map(outcomeOf);
    const noticed = outcomes.filter((outcome) => outcome === "noticed").length;
    const counted = outcomes.filter((outcome) => outcome !== "untypable").length;
    if (counted === 0) return [];
    return [
      `| ${title} | ${counted} | ${noticed} | ${((noticed / counted) * 100).toFixed(1)} % | ${target} % |`,
    ];
  });
  return [
    "| area | planted | detected | score | aim |",
    "|---|---:|---:|---:|---:|",
    ...rows,
    "",
    `${known.length} of ${of} faults that can be planted. ${machine}. Command: \`${command} --write\`.`,
  ].join("\n");
}
