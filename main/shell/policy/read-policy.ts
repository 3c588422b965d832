/**
 * Reads the owner's policy from its one place. Where the file is comes from the system alone, never from the
 * environment: whoever may choose the place chooses the policy (docs/decisions/0026).
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { posix, win32 } from "node:path";
import { type Policy, type PolicyRefusal, policy } from "../../../contract/policy.ts";
import { type FieldIssue, fieldIssues } from "../../../contract/reply.ts";
import { errorCode } from "../../lib/error-code.ts";

export type PolicyState =
  | { state: "none"; path: string }
  | { state: "holds"; path: string; policy: Policy }
  /** It is there and can't be used: it fixes nothing, and nothing that it could fix may be changed. */
  | { state: "unusable"; path: string; why: PolicyRefusal; issues: FieldIssue[] };

export interface PolicyPlace {
  path: string;
  /** Whose the file and its folder must be, with nobody else able to write; null: not checked on this system. */
  ownerId: number | null;
}

/** No policy comes near. */
const MOST_BYTES = 64 * 1024;
const ROOT = 0;
const WRITABLE_BY_OTHERS = 0o022;

/** The file's place on this system. Pure. */
export function policyPlace(platform: string): PolicyPlace {
  // Not %ProgramData%: a person may set it for the programs they start.
  if (platform === "win32")
    return { path: win32.join("C:\\ProgramData", "Counterside", "policy.json"), ownerId: null };
  const folder = platform === "darwin" ? "/Library/Application Support/Counterside" : "/etc/counterside";
  return { path: posix.join(folder, "policy.json"), ownerId: ROOT };
}

/** In a source checkout only, another place may be named, owned by whoever runs it. */
export function chosenPlace(app: { isPackaged: boolean }, named: string | undefined): PolicyPlace {
  if (app.isPackaged || named === undefined) return policyPlace(process.platform);
  return { path: named, ownerId: process.getuid?.() ?? null };
}

/** Reads and checks the file; never throws. */
export function readPolicy(place: PolicyPlace): PolicyState {
  const { path, ownerId } = place;
  const unusable = (why: PolicyRefusal, issues: FieldIssue[] = []): PolicyState => ({
    state: "unusable",
    path,
    why,
    issues,
  });
  let file: number;
  try {
    if (ownerId !== null && !isSafe(lstatSync(folderOf(path)), ownerId)) return unusable("unsafe");
    // Windows knows neither flag: they count as 0 there. A link or a pipe is never followed.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "none", path };
    return unusable(code === "ELOOP" ? "not_a_file" : "unreadable");
  }
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) return unusable("not_a_file");
    if (ownerId !== null && !isSafe(facts, ownerId)) return unusable("unsafe");
    if (facts.size > MOST_BYTES) return unusable("too_large");
    const read = parsePolicy(readFileSync(file));
    return "policy" in read ? { state: "holds", path, policy: read.policy } : unusable(read.why, read.issues);
  } catch {
    // The disk's own words help nobody here; that it can't be read is all that is told.
    return unusable("unreadable");
  } finally {
    closeSync(file);
  }
}

const folderOf = (path: string): string => (path.includes("\\") ? win32 : posix).dirname(path);

const isSafe = (facts: Stats, ownerId: number): boolean =>
  facts.uid === ownerId && (facts.mode & WRITABLE_BY_OTHERS) === 0;

/** Reads the bytes as a policy, whole or not at all. Pure. */
export function parsePolicy(
  bytes: Uint8Array,
): { policy: Policy } | { why: "not_json" | "refused"; issues: FieldIssue[] } {
  let read: unknown;
  try {
    // Windows editors put a byte order mark first, which this takes away.
    read = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // The parser's words quote the text, which may hold what should not be there.
    return { why: "not_json", issues: [] };
  }
  const parsed = policy.safeParse(read, { reportInput: true });
  if (parsed.success) return { policy: parsed.data };
  return { why: "refused", issues: fieldIssues(parsed.error) };
}
