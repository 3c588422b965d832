/** Draws call stacks and their weights as a flame graph: one self-contained SVG, without scripts. Pure. */

/**
 * @typedef {object} Frame one function
 * @property {string} name
 * @property {string} where its file and line; empty where it has none
 * @property {"own" | "library" | "runtime"} kind
 *
 * @typedef {object} Stack
 * @property {readonly Frame[]} frames outermost first
 * @property {number} weight microseconds that its innermost frame itself took
 *
 * @typedef {object} Node
 * @property {Frame} frame
 * @property {number} total with all that it called
 * @property {number} self
 * @property {Map<string, Node>} children
 */

const WIDTH = 1_200;
const ROW = 17;
const MARGIN = 8;
const HEAD = 58;
/** Of the font's 11 px; a little more than any usual monospaced font takes. */
const LETTER = 6.8;
const KINDS = /** @type {const} */ ({
  own: "this program",
  library: "libraries",
  runtime: "Node and native code",
});

const STYLE = `
svg{font:11px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
text{fill:#1b1b1b;white-space:pre}.t{font-size:15px;font-weight:bold}.s{fill:#555}
rect{stroke:#fff;stroke-width:.7}.b{fill:#fff}.own{fill:#f5a45d}.library{fill:#9cc3ec}.runtime{fill:#cfcfcf}
@media(prefers-color-scheme:dark){text{fill:#f2f2f2}.s{fill:#b5b5b5}
rect{stroke:#16181d}.b{fill:#16181d}.own{fill:#a4560f}.library{fill:#2c5f93}.runtime{fill:#4a4d55}}`.replaceAll(
  "\n",
  "",
);

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** @param {number} value */
const short = (value) => String(Number(value.toFixed(1)));

/**
 * @param {Frame} frame
 * @returns {Node}
 */
const nodeOf = (frame) => ({ frame, total: 0, self: 0, children: new Map() });

/**
 * Merges stacks that begin alike.
 * @param {readonly Stack[]} stacks
 */
function treeOf(stacks) {
  const root = nodeOf({ name: "all", where: "", kind: "runtime" });
  for (const { frames, weight } of stacks) {
    let node = root;
    node.total += weight;
    for (const frame of frames) {
      const key = `${frame.name}\n${frame.where}`;
      const next = node.children.get(key) ?? nodeOf(frame);
      node.children.set(key, next);
      next.total += weight;
      node = next;
    }
    node.self += weight;
  }
  return root;
}

/**
 * Everything that is drawn: each frame with its depth and left edge, as parts of the whole.
 * @param {Node} root
 * @param {number} smallest
 */
function placed(root, smallest) {
  /** @type {{ node: Node, depth: number, left: number }[]} */
  const boxes = [];
  /**
   * @param {Node} node
   * @param {number} depth
   * @param {number} left
   */
  const place = (node, depth, left) => {
    if (node.total < smallest * root.total) return;
    boxes.push({ node, depth, left });
    let at = left;
    for (const child of [...node.children.values()].sort((a, b) => b.total - a.total)) {
      place(child, depth + 1, at);
      at += child.total / root.total;
    }
  };
  if (root.total > 0) place(root, 0, 0);
  return boxes;
}

/**
 * Draws the stacks, the outermost function at the bottom and each one's callees above it, widest first.
 * @param {readonly Stack[]} stacks
 * @param {{ title: string, subtitle: string, smallest?: number }} words `smallest`: the part of the whole below which a
 *   frame is left out; its place stays empty
 * @returns {string} the SVG
 */
export function drawFlameGraph(stacks, { title, subtitle, smallest = 0.005 }) {
  const root = treeOf(stacks);
  const boxes = placed(root, smallest);
  const depths = Math.max(0, ...boxes.map(({ depth }) => depth)) + 1;
  const height = HEAD + depths * ROW + MARGIN;
  const inner = WIDTH - 2 * MARGIN;
  const share = (/** @type {number} */ weight) => `${((100 * weight) / root.total).toFixed(1)} %`;
  const drawn = boxes.map(({ node: { frame, total, self }, depth, left }) => {
    const x = MARGIN + left * inner;
    const y = height - MARGIN - (depth + 1) * ROW;
    const width = (total / root.total) * inner;
    const where = frame.where === "" ? "" : ` (${frame.where})`;
    const hint = `${frame.name}${where}: ${share(total)}, itself ${share(self)}`;
    const letters = Math.floor((width - 6) / LETTER);
    const label = frame.name.length <= letters ? frame.name : `${frame.name.slice(0, letters - 1)}…`;
    const words = letters < 3 ? "" : `<text x="${short(x + 3)}" y="${y + 12}">${escaped(label)}</text>`;
    return `<g><title>${escaped(hint)}</title><rect class="${frame.kind}" x="${short(x)}" y="${y}" width="${short(width)}" height="${ROW - 1}"/>${words}</g>`;
  });
  let at = MARGIN;
  const legend = Object.entries(KINDS).map(([kind, words]) => {
    const key = `<rect class="${kind}" x="${at}" y="40" width="12" height="12"/><text x="${at + 17}" y="50">${words}</text>`;
    at += 40 + Math.ceil(words.length * LETTER);
    return key;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style><rect class="b" width="${WIDTH}" height="${height}"/>`,
    `<text class="t" x="${MARGIN}" y="18">${escaped(title)}</text><text class="s" x="${MARGIN}" y="34">${escaped(subtitle)}</text>`,
    ...legend,
    ...drawn,
    "</svg>\n",
  ].join("\n");
}
