/** Reads V8's CPU profile as call stacks. Pure. */

/**
 * @typedef {Pick<import("node:inspector").Profiler.Profile, "nodes" | "samples" | "timeDeltas">} CpuProfile
 * @typedef {import("./flame-graph.mjs").Frame} Frame
 * @typedef {import("./flame-graph.mjs").Stack} Stack
 */

/** Time in which nothing ran. */
const IDLE = "(idle)";

/**
 * @param {import("node:inspector").Runtime.CallFrame} call
 * @param {string} root the program's folder as a URL, with a slash at its end
 * @returns {Frame}
 */
function frameOf({ functionName, url, lineNumber }, root) {
  // What a library compiled at run time has no file, and native code has no line either.
  if (url === "" && lineNumber >= 0)
    return { name: functionName || "compiled", where: "made at run time", kind: "library" };
  if (url === "" && functionName === "") return { name: "native", where: "", kind: "runtime" };
  if (url === "" || url.startsWith("node:"))
    return { name: functionName || "anonymous", where: url, kind: "runtime" };
  const packaged = url.lastIndexOf("/node_modules/");
  const file =
    packaged >= 0
      ? url.slice(packaged + "/node_modules/".length)
      : url.startsWith(root)
        ? url.slice(root.length)
        : url;
  // A function without a name is known by its place.
  const name = functionName || `${file.slice(file.lastIndexOf("/") + 1)}:${lineNumber + 1}`;
  return { name, where: `${file}:${lineNumber + 1}`, kind: packaged >= 0 ? "library" : "own" };
}

/**
 * The stacks that were seen, each with the microseconds that passed in it; waiting is left out.
 * @param {CpuProfile} profile
 * @param {string} root the program's folder as a URL, with a slash at its end
 * @returns {Stack[]}
 */
export function stacksOf({ nodes, samples = [], timeDeltas = [] }, root) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callerOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  /** @type {Map<number, number>} */
  const spent = new Map();
  // A delta is the time since the sample before, so the time after a sample is the next one's.
  for (const [index, id] of samples.entries())
    spent.set(id, (spent.get(id) ?? 0) + Math.max(0, timeDeltas[index + 1] ?? 0));
  return [...spent].flatMap(([id, weight]) => {
    /** @type {Frame[]} */
    const frames = [];
    for (let at = /** @type {number | undefined} */ (id); at !== undefined; at = callerOf.get(at)) {
      const node = byId.get(at);
      // The outermost node is "(root)", which is no function.
      if (node !== undefined && callerOf.has(at)) frames.unshift(frameOf(node.callFrame, root));
    }
    return weight === 0 || frames[0]?.name === IDLE ? [] : [{ frames, weight }];
  });
}
