/** The code that must not be wrong, by area, and the score each must reach. */

/**
 * @typedef {{ name: string, title: string, target: number, holds: RegExp }} Area `target` in percent
 */

/** The first that holds a path is its area. @type {readonly Area[]} */
export const areas = [
  {
    name: "backups",
    title: "backups and recovery",
    target: 90,
    holds:
      /^main\/(lib|engine\/file\/(backups|recovery|place))\/|^main\/engine\/(file\/file-owner|verify-thread)\.ts$/,
  },
  { name: "sync", title: "sync", target: 90, holds: /^main\/engine\/core\/sync\// },
  { name: "remote", title: "remote client", target: 85, holds: /^main\/engine\/core\/remote\// },
  {
    name: "store",
    title: "outbox, activity and the file",
    target: 90,
    holds: /^main\/engine\/(core|file)\/(?!schema\/migrations\/\d)/,
  },
  {
    name: "people",
    title: "people and PINs",
    target: 85,
    holds: /^main\/(engine\/subjects\/people\/|shell\/people-gate\.ts)/,
  },
  { name: "services", title: "subjects and mirror", target: 90, holds: /^main\/engine\/(subjects|mirror)\// },
  { name: "imports", title: "imports", target: 85, holds: /^main\/engine\/import\// },
  { name: "engine", title: "the rest of the engine", target: 85, holds: /^main\/engine\/(?!file\/)/ },
  { name: "contract", title: "contract", target: 85, holds: /^contract\// },
  { name: "updates", title: "updates", target: 85, holds: /^main\/shell\/updates\.ts$/ },
  {
    name: "returns",
    title: "logic of the returns, without the hooks of its components",
    target: 85,
    holds: /^renderer\/screens\/purchase-return\/(?:\w+\/)?(?!use-(?!post)|grid-)[\w-]+\.ts$/,
  },
];

/** @param {string} path */
export const areaOf = (path) => areas.find(({ holds }) => holds.test(path));

// The score by area, as a table of the report. Pure.

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
