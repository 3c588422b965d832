/** Who may import whom: docs/ARCHITECTURE.md, "Folders and allowed imports". Checked by `npm run lint:imports`. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: "^(contract|main|preload|renderer|test|scripts)/", pathNot: allowed },
});

/** The renderer's layers, the lowest first. Those in one row don't import each other. */
const LAYERS = [["lib"], ["i18n", "theme", "shortcuts"], ["reports"], ["client"], ["ui"], ["features"]];

/** Each may import itself and what lies lower. */
const layers = LAYERS.flatMap((beside, height) =>
  beside.map((layer) => {
    const lower = [...LAYERS.slice(0, height).flat(), layer].join("|");
    return only(
      `renderer-${layer}`,
      `renderer/${layer} imports only the layers below it.`,
      `^renderer/${layer}/`,
      `^(contract|renderer/(${lower}))/`,
    );
  }),
);
const BELOW_SCREENS = LAYERS.flat().join("|");

/** The engine's floors, the lowest first: what opens a file, what must never be wrong, the file as a whole, the mirror, imports. */
const FLOORS = [
  ["engine-schema", "file/(schema|database)/"],
  ["engine-core", "core/"],
  ["engine-file", "file/"],
  ["engine-mirror", "mirror/"],
  ["engine-import", "import/"],
];
const engineFloors = FLOORS.map(([name, folder], height) => {
  const lower = FLOORS.slice(0, height + 1).map(([, each]) => each);
  return only(
    name,
    `${folder} imports only the floors below it.`,
    name === "engine-file" ? "^main/engine/file/(?!schema/|database/)" : `^main/engine/${folder}`,
    `^(contract/|main/lib/|main/engine/(ports\\.ts$|${lower.join("|")}))`,
  );
});
const BELOW_SUBJECTS = FLOORS.map(([, folder]) => folder).join("|");

/** Every file is in a folder that a rule is about: in another one it could import everything. */
const known = (name, folder, inside) => ({
  name,
  comment: `Each file of ${folder} is in a folder that has a rule.`,
  severity: "error",
  from: { path: `^${folder}/`, pathNot: `^${folder}/(${inside})` },
  to: {},
});

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "A cycle has no order to be read in.",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphan-resolve",
      severity: "error",
      comment: "An import that resolves to nothing.",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\?(url|raw|inline)|\\.(css|woff2|svg|png)" },
    },
    {
      name: "contract-alone",
      comment: "contract imports nothing of the program.",
      severity: "error",
      from: { path: "^contract/" },
      to: { dependencyTypes: ["local"], pathNot: "^contract/" },
    },
    {
      name: "contract-libraries",
      comment: "contract imports zod and big.js only.",
      severity: "error",
      from: { path: "^contract/" },
      to: {
        dependencyTypes: ["npm", "npm-dev", "core"],
        pathNot: "node_modules/(zod|big\\.js|@types/big\\.js)/",
      },
    },
    only("preload-contract-only", "preload imports only contract.", "^preload/", "^(preload|contract)/"),
    only("renderer-contract-only", "renderer imports only contract.", "^renderer/", "^(renderer|contract)/"),
    {
      name: "window-without-english",
      comment:
        "The words of the window are in renderer/i18n: the English of errors stays out of its bundles.",
      severity: "error",
      from: { path: "^(preload|renderer)/" },
      to: { path: "^contract/(english|error)\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    ...layers,
    only(
      "renderer-screens",
      "a screen imports the layers below and never another screen.",
      "^renderer/screens/([^/]+)/",
      `^(contract|renderer/(${BELOW_SCREENS}|screens/$1))/`,
    ),
    {
      name: "return-draft-pure",
      comment: "The model of a return is pure: no part of its screen, no feature's code, no React.",
      severity: "error",
      from: { path: "^renderer/screens/purchase-return/draft/" },
      to: {
        pathNot: [
          "^(contract|renderer/lib|renderer/screens/purchase-return/draft)/",
          "^renderer/features/(drafts/contents|references/reference-rows)\\.ts$",
          "node_modules/(zod|big\\.js|@types/big\\.js)/",
        ],
      },
    },
    only(
      "renderer-app",
      "app is the top layer: all but the print page, which is another page.",
      "^renderer/app/",
      `^(contract|renderer/(${BELOW_SCREENS}|screens|app))/`,
    ),
    only(
      "renderer-print",
      "the print page is a separate page.",
      "^renderer/print/",
      "^(contract|renderer/(lib|i18n|reports|client|print))/",
    ),
    only(
      "renderer-check",
      "the checking page goes to phones: one small file.",
      "^renderer/check/",
      "^(contract/slip-code\\.ts$|renderer/(check/|one-file/|i18n/(en|ar)/check\\.json$))",
    ),
    only(
      "renderer-one-file",
      "what pages of one file share imports nothing.",
      "^renderer/one-file/",
      "^renderer/one-file/",
    ),
    only(
      "renderer-chain",
      "the page of all counters lies in a shop folder: one file.",
      "^renderer/chain/",
      "^(contract/|renderer/(chain/|one-file/|i18n/(en|ar)/(chain|shop-folder)\\.json$))",
    ),
    known("renderer-layers", "renderer", `(${BELOW_SCREENS}|screens|app|print|check|chain|one-file)/`),
    {
      name: "page-without-node",
      severity: "error",
      comment: "A page, and its sandboxed preload, have no Node.",
      from: { path: "^(preload|renderer)/" },
      to: { dependencyTypes: ["core"] },
    },
    known("main-folders", "main", "((engine|ipc|lib|practice|shell)/|(index|start)\\.ts$)"),
    only(
      "main-alone",
      "Electron's main process speaks with the engine and the practice service by messages only.",
      "^main/(shell|ipc)/|^main/(index|start)\\.ts$",
      "^(contract|main/(shell|ipc|lib))/|^main/(index|start)\\.ts$",
    ),
    only("lib-alone", "what both processes share knows neither.", "^main/lib/", "^main/lib/"),
    only(
      "practice-alone",
      "the stand-in knows the contract, never the program's own engine.",
      "^main/practice/",
      "^(main/practice|contract)/",
    ),
    only(
      "engine-alone",
      "the engine runs without Electron's main process.",
      "^main/engine/",
      "^(main/(engine|lib)|contract)/",
    ),
    ...engineFloors,
    only(
      "engine-subjects",
      "a subject, a file or a folder, imports the floors below, shop.ts that all share, and never another subject.",
      "^main/engine/subjects/(?!subjects\\.ts$)([^/.]+)(?:/|\\.ts$)",
      `^(contract/|main/lib/|main/engine/(ports\\.ts$|${BELOW_SUBJECTS}|subjects/(shop\\.ts$|$1/)))`,
    ),
    known("engine-floors-known", "main/engine", `(${BELOW_SUBJECTS}|subjects/|connection/|[^/]+\\.ts$)`),
    {
      name: "electron-in-three-places",
      comment:
        "Only main/shell, main/ipc, main/{start,index}.ts (and the preload, which is given it) import electron.",
      severity: "error",
      from: { path: "^(contract|main|renderer)/", pathNot: "^main/(shell|ipc)/|^main/(index|start)\\.ts$" },
      to: { path: "^electron$|node_modules/(electron/|electron-store/)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Not the TypeScript compiler: version 7 has no API for it, and without a parser every file is skipped.
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
