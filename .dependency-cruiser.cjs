/** Who may import whom: docs/ARCHITECTURE.md, "Allowed imports". Checked by `npm run lint:imports`. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: "^(contract|main|preload|renderer|test|scripts)/", pathNot: allowed },
});

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "A cycle has no order to be read in.",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-orphan-resolve",
      severity: "error",
      comment: "An import that resolves to nothing.",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\?(url|raw|inline)|\\.(css|woff2|svg|png)" },
    },
    only("contract-alone", "contract imports nothing of the program.", "^contract/", "^contract/"),
    {
      name: "contract-libraries",
      comment: "contract imports zod and the two exact-number libraries only (docs/decisions/0003).",
      severity: "error",
      from: { path: "^contract/" },
      to: {
        dependencyTypes: ["npm", "npm-dev", "core"],
        pathNot: "node_modules/(zod|big\\.js|@types/big\\.js)/",
      },
    },
    only("preload-contract-only", "preload imports only contract.", "^preload/", "^(preload|contract)/"),
    only("renderer-contract-only", "renderer imports only contract.", "^renderer/", "^(renderer|contract)/"),
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
      "^(main/engine|contract)/",
    ),
    only(
      "engine-store",
      "store is SQL and nothing else.",
      "^main/engine/store/",
      "^(main/engine/(store|ports\\.ts)|contract)",
    ),
    only(
      "engine-remote",
      "the remote client knows the network only.",
      "^main/engine/remote/",
      "^(main/engine/(remote|ports\\.ts)|contract)",
    ),
    only(
      "engine-sync",
      "sync imports store and remote.",
      "^main/engine/sync/",
      "^(main/engine/(sync|store|remote|ports\\.ts)|contract)",
    ),
    only(
      "engine-services",
      "services import store and their own kind.",
      "^main/engine/services/",
      "^(main/engine/(services|store|reference-data|ports\\.ts)|contract)",
    ),
    only(
      "engine-reference-data",
      "reading files imports store.",
      "^main/engine/reference-data/",
      "^(main/engine/(reference-data|store|ports\\.ts)|contract)",
    ),
    {
      name: "electron-in-three-places",
      comment:
        "Only main/shell, main/ipc, main/{start,index}.ts (and the preload, which is given it) import electron.",
      severity: "error",
      from: { path: "^(contract|main|renderer)/", pathNot: "^main/(shell|ipc)/|^main/(index|start)\\.ts$" },
      to: { path: "^electron$|node_modules/(electron/|electron-store/|electron-log/main)" },
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
