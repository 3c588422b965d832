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
      /^main\/(lib\/[\w-]+|engine\/(services\/((backups|recovery)\/[\w-]+|place\/(backup-[\w-]+|whole-copies))|store\/((backup|recovery|salvage)\/[\w-]+|attached\/carried-files|profile\/profile-rebuild)|connection\/(load-backup|file-owner)|verify-thread))\.ts$/,
  },
  { name: "sync", title: "sync", target: 90, holds: /^main\/engine\/sync\// },
  { name: "store", title: "store", target: 90, holds: /^main\/engine\/store\/(?!migrations\/\d)/ },
  { name: "services", title: "services", target: 90, holds: /^main\/engine\/services\// },
  { name: "remote", title: "remote client", target: 85, holds: /^main\/engine\/remote\// },
  { name: "imports", title: "imports", target: 85, holds: /^main\/engine\/reference-data\// },
  { name: "engine", title: "the rest of the engine", target: 85, holds: /^main\/engine\/(?!store\/)/ },
  { name: "contract", title: "contract", target: 85, holds: /^contract\// },
  { name: "pin", title: "PIN", target: 85, holds: /^main\/shell\/pin\// },
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
