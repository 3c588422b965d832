/** Which small faults can be planted in a source text: each is a place, and what is put there instead. Pure. */
import { parseSync } from "vite";
import { sqlFaults } from "./sql-faults.mjs";

/**
 * @typedef {{ type: string, start: number, end: number, [field: string]: unknown }} Node
 * @typedef {{ kind: string, start: number, end: number, text: string }} Fault `text` replaces start to end
 */

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === "object" && value !== null && "type" in value && "start" in value;

/** Bounds of all kinds, each to the one that differs in the equal case alone. */
const NEXT_BOUND = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
]);
const OTHER_WAY = new Map([
  ["+", "-"],
  ["-", "+"],
  ["*", "/"],
  ["/", "*"],
  ["%", "*"],
]);
const OTHER_EQUALITY = new Map([
  ["===", "!=="],
  ["!==", "==="],
]);
/** Methods that answer the same sort of value as they are called on. */
const LEAVES_OUT = new Set([
  "filter",
  "slice",
  "sort",
  "toSorted",
  "reverse",
  "trim",
  "toLowerCase",
  "replace",
]);
const ENDS = new Set(["ReturnStatement", "ThrowStatement", "ContinueStatement", "BreakStatement"]);
/** A flush that is left out is named apart: nothing but a system call shows it. */
const FLUSHES = /\b(f?sync|fsyncSync|fdatasync|flush\w*|close\w*)\s*\(/i;
/** What only tells a person at a log file. */
const ONLY_LOGS = /^(?:this\.|parts\.)?log(?:ger)?\??\.(?:debug|info|warn|error)\(/;

/** Types, imports and words in exports have no run time of their own. */
const isSilent = (/** @type {string} */ type) =>
  type.startsWith("TS") && !["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"].includes(type);

/**
 * Every fault that can be planted in `source`, in the order of its places.
 * @param {string} path decides how it is parsed
 * @param {string} source
 * @returns {Fault[]}
 */
export function faultsIn(path, source) {
  /** @type {Fault[]} */
  const faults = [];
  const textOf = (/** @type {Node} */ node) => source.slice(node.start, node.end);
  const put = (/** @type {string} */ kind, /** @type {Node} */ node, /** @type {string} */ text) => {
    if (textOf(node) !== text) faults.push({ kind, start: node.start, end: node.end, text });
  };
  walk(parse(path, source), null, (node, parent) => {
    for (const plant of PLANTERS[node.type] ?? []) plant(node, { put, textOf, parent, source });
  });
  return faults.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Where a line of coverage begins: each block and each arrow's expression. @param {string} path @param {string} source */
export function placesIn(path, source) {
  /** @type {{ start: number, end: number, isBlock: boolean }[]} */
  const places = [];
  walk(parse(path, source), null, (node, parent) => {
    const isBody = parent?.type === "ArrowFunctionExpression" && parent.body === node;
    if (node.type === "BlockStatement") places.push({ start: node.start, end: node.end, isBlock: true });
    else if (isBody) places.push({ start: node.start, end: node.end, isBlock: false });
  });
  return places;
}

/** @param {string} path @param {string} source @returns {Node} */
function parse(path, source) {
  const { program, errors } = parseSync(path, source, { lang: path.endsWith("x") ? "tsx" : "ts" });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return /** @type {Node} */ (/** @type {unknown} */ (program));
}

/** @param {Node} node @param {Node | null} parent @param {(node: Node, parent: Node | null) => void} meet */
function walk(node, parent, meet) {
  if (isSilent(node.type) || node.type === "ImportDeclaration") return;
  meet(node, parent);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, node, meet);
}

/**
 * @typedef {object} Surroundings
 * @property {(kind: string, node: Node, text: string) => void} put
 * @property {(node: Node) => string} textOf
 * @property {Node | null} parent
 * @property {string} source
 * @typedef {(node: Node, around: Surroundings) => void} Planter
 */

/** @param {unknown} value @returns {Node} */
const inner = (value) => {
  if (!isNode(value)) throw new Error("not a part of the syntax tree");
  return value;
};

/** @param {unknown} value @returns {Node[]} */
const list = (value) => (Array.isArray(value) ? value.filter(isNode) : []);

/** @type {Planter} */
const negate = (node, { put, textOf }) => {
  const test = inner(node.test);
  put("negated condition", test, `!(${textOf(test)})`);
};

/** @type {Planter} */
const dropGuard = (node, { put }) => {
  const then = inner(node.consequent);
  const last = then.type === "BlockStatement" ? list(then.body).at(-1) : then;
  if (node.alternate === null && last !== undefined && ENDS.has(last.type)) put("dropped guard", node, ";");
};

/** One that is all of an `if` is a guard already. @type {Planter} */
const dropThrow = (node, { put, parent }) => {
  if (parent?.type !== "IfStatement") put("dropped throw", node, ";");
};

/** @type {Planter} */
const dropStatement = (node, { put, textOf }) => {
  const text = textOf(node);
  const isPrologue = typeof node.directive === "string";
  if (isPrologue || ONLY_LOGS.test(text)) return;
  put(FLUSHES.test(text) ? "dropped flush or close" : "dropped statement", node, ";");
  const expression = inner(node.expression);
  if (expression.type === "AwaitExpression")
    put("answer not awaited", expression, `void (${textOf(inner(expression.argument))})`);
};

/** @type {Planter} */
const logical = (node, { put, textOf }) => {
  const [left, right] = [textOf(inner(node.left)), textOf(inner(node.right))];
  if (node.operator === "??") {
    put("side of ??", node, `(${left})`);
    put("side of ??", node, `(${right})`);
    return;
  }
  const other = node.operator === "&&" ? "||" : "&&";
  put("&& for ||", node, `((${left}) ${other} (${right}))`);
  put("dropped term", node, `(${left})`);
  put("dropped term", node, `(${right})`);
};

/** @type {Planter} */
const binary = (node, { put, textOf, parent }) => {
  const operator = String(node.operator);
  const [left, right] = [inner(node.left), inner(node.right)];
  const change = (/** @type {string} */ kind, /** @type {string | undefined} */ to) => {
    if (to !== undefined) put(kind, node, `(${textOf(left)} ${to} ${textOf(right)})`);
  };
  change("moved bound", NEXT_BOUND.get(operator));
  const isTest = parent !== null && parent.test === node;
  if (!isTest) change("negated condition", OTHER_EQUALITY.get(operator));
  const isText = [left, right].some(
    (side) => side.type === "TemplateLiteral" || (side.type === "Literal" && typeof side.value === "string"),
  );
  if (!isText) change("other arithmetic", OTHER_WAY.get(operator));
};

/** @type {Planter} */
const call = (node, { put, textOf }) => {
  const callee = inner(node.callee);
  const given = list(node.arguments);
  if (callee.type !== "MemberExpression" || callee.computed === true) return;
  const [object, name] = [textOf(inner(callee.object)), textOf(inner(callee.property))];
  const first = given[0];
  if (name === "transaction" && first !== undefined)
    put(
      "dropped transaction",
      node,
      `((plain) => Object.assign(plain, { immediate: plain, deferred: plain, exclusive: plain }))(${textOf(first)})`,
    );
  if (object === "Math" && (name === "min" || name === "max"))
    put("min for max", callee, `Math.${name === "min" ? "max" : "min"}`);
  if (LEAVES_OUT.has(name)) put("dropped method", node, object);
  if (name === "some" || name === "every")
    put("some for every", inner(callee.property), name === "some" ? "every" : "some");
};

/** @type {Planter} */
const literal = (node, { put, textOf, parent, source }) => {
  const { value } = node;
  if (typeof value === "boolean") put("other boolean", node, String(!value));
  const isName = parent !== null && (parent.key === node || parent.type === "MemberExpression");
  if (typeof value === "number" && !isName)
    put("other constant", node, value === 0 ? "1" : value === 1 ? "2" : `(${textOf(node)} * 10)`);
  if (typeof value === "string" && !isName)
    for (const fault of sqlFaults(source, node.start, node.end)) put("other SQL", fault, fault.text);
  if (isNode(node) && "regex" in node) {
    const bound = /\{(\d+),(\d+)\}/.exec(textOf(node));
    if (bound !== null)
      put("moved bound", node, textOf(node).replace(bound[0], `{${bound[1]},${Number(bound[2]) + 1}}`));
  }
};

/** @type {Planter} */
const template = (node, { put, source }) => {
  for (const fault of sqlFaults(source, node.start, node.end)) put("other SQL", fault, fault.text);
};

/** A function that answers nothing, and so may do nothing. @type {Planter} */
const emptied = (node, { put }) => {
  if (!isNode(node.body) || node.body.type !== "BlockStatement" || node.kind === "constructor") return;
  const { body } = node;
  if (list(body.body).length === 0 || answers(body)) return;
  put("early return", { type: "", start: body.start, end: body.start + 1 }, "{ return;");
};

/** Whether a function's own body returns a value. @param {Node} body */
function answers(body) {
  let does = false;
  const look = (/** @type {Node} */ node) => {
    if (/Function/.test(node.type)) return;
    if (node.type === "ReturnStatement" && isNode(node.argument)) does = true;
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) look(child);
  };
  look(body);
  return does;
}

/** The last of several: a list that lacks one. @type {Planter} */
const shorter = (node, { put }) => {
  const elements = list(node.elements);
  const last = elements.at(-1);
  const before = elements.at(-2);
  if (last === undefined || before === undefined) return;
  put("dropped element", { type: "", start: before.end, end: last.end }, "");
};

/** @type {Record<string, Planter[]>} */
const PLANTERS = {
  IfStatement: [dropGuard, negate],
  ConditionalExpression: [negate],
  ExpressionStatement: [dropStatement],
  ThrowStatement: [dropThrow],
  LogicalExpression: [logical],
  BinaryExpression: [binary],
  CallExpression: [call],
  Literal: [literal],
  TemplateLiteral: [template],
  FunctionDeclaration: [emptied],
  FunctionExpression: [emptied],
  ArrowFunctionExpression: [emptied],
  ArrayExpression: [shorter],
};
