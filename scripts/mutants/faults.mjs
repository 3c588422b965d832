/** All faults of the tree, with names that last while their line does, and which of them are planted first. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { inRoot } from "../lib/paths.mjs";
import { areaOf } from "./areas.mjs";
import { faultsIn, placesIn } from "./kinds.mjs";

/**
 * @typedef {import("./kinds.mjs").Fault & { id: string, area: string, path: string, place: string,
 *   line: number, was: string }} Planted
 * @typedef {{ path: string, was: string, text: string, reason: string }} Equivalent
 */

/** @param {string} text */
const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 12);

/** @param {string} text */
const oneLine = (text) => text.replace(/\s+/g, " ");

/** @param {readonly string[]} paths @returns {Planted[]} */
export function allFaults(paths) {
  return paths.flatMap((path) => {
    const area = areaOf(path)?.name;
    if (area === undefined) return [];
    const source = readFileSync(inRoot(path), "utf8");
    /** @type {Map<string, number>} */
    const seen = new Map();
    const places = placesIn(path, source);
    return faultsIn(path, source).map((fault) => {
      // The innermost block or arrow around it; otherwise the file itself.
      const around = places.filter(({ start, end }) => start <= fault.start && fault.start < end);
      const place = `${path}:${Math.max(-1, ...around.map(({ start }) => start))}`;
      const was = source.slice(fault.start, fault.end);
      const from = source.lastIndexOf("\n", fault.start) + 1;
      const line = source.slice(0, fault.start).split("\n").length;
      const alike = [
        path,
        fault.kind,
        oneLine(was),
        oneLine(fault.text),
        source.slice(from, fault.start).trim(),
      ].join("\n");
      const before = seen.get(alike) ?? 0;
      seen.set(alike, before + 1);
      return { ...fault, id: digest(`${alike}\n${before}`), area, path, place, line, was };
    });
  });
}

/**
 * Each area's faults in the order they are planted: whatever the first N of them are, each file has its share.
 * @param {readonly Planted[]} faults
 * @param {number} seed
 */
export function inOrder(faults, seed) {
  /** @type {Map<string, Planted[]>} */
  const byFile = new Map();
  for (const fault of faults) byFile.set(fault.path, [...(byFile.get(fault.path) ?? []), fault]);
  const ranked = [...byFile.values()].flatMap((ofFile) => {
    const mixed = [...ofFile].sort((one, other) =>
      digest(`${seed} ${one.id}`) < digest(`${seed} ${other.id}`) ? -1 : 1,
    );
    return mixed.map((fault, index) => ({ fault, share: (index + 0.5) / mixed.length }));
  });
  return ranked
    .sort((one, other) => one.share - other.share || (one.fault.id < other.fault.id ? -1 : 1))
    .map(({ fault }) => fault);
}

/** A fault's text with its file: what is there while its tests run. @param {Planted} fault */
export function planted({ path, start, end, text }) {
  const source = readFileSync(inRoot(path), "utf8");
  return source.slice(0, start) + text + source.slice(end);
}

/** Whether somebody has written down why it can't matter. @param {Planted} fault @param {readonly Equivalent[]} equivalents */
export const isEquivalent = (fault, equivalents) =>
  equivalents.some(
    ({ path, was, text }) =>
      path === fault.path && oneLine(was) === oneLine(fault.was) && oneLine(text) === oneLine(fault.text),
  );

/** @param {Planted} fault */
export const described = ({ path, line, kind, was, text }) => {
  const short = (/** @type {string} */ words) => (words.length > 110 ? `${words.slice(0, 107)}...` : words);
  return `${path}:${line} ${kind}: ${short(oneLine(was))} => ${short(oneLine(text)) || "(nothing)"}`;
};
