/** Reads what `strace -f -yy -xx` wrote: every call with its whole arguments, those that were interrupted put together. */

export interface SystemCall {
  pid: string;
  name: string;
  /** As strace spelled them, strings and paths in hexadecimal. */
  args: string;
  /** What it returned; -1 for a failure. */
  result: number;
}

/** What strace is asked so that `operationsOf` can read it. */
export const WATCHED = [
  ...["-f", "-qq", "-yy", "-xx", "-s", "99999999", "--seccomp-bpf", "-e"],
  "trace=openat,open,creat,write,pwrite64,writev,pwritev,pwritev2,ftruncate,fallocate,fsync,fdatasync,rename,renameat," +
    "renameat2,unlink,unlinkat,link,linkat,mkdir,mkdirat,rmdir,copy_file_range,sendfile,sendto,sendmsg",
];

const WHOLE = /^(\d+) +(\w+)\((.*)\) += (-?\d+)/s;
const BEGUN = /^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$/s;
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>(.*)\) += (-?\d+)/s;

/** In the order in which they returned. */
export function systemCallsOf(lines: readonly string[]): SystemCall[] {
  const calls: SystemCall[] = [];
  const begun = new Map<string, string>();
  for (const line of lines) {
    const unfinished = BEGUN.exec(line);
    if (unfinished !== null) {
      begun.set(`${unfinished[1]} ${unfinished[2]}`, unfinished[3] ?? "");
      continue;
    }
    const resumed = RESUMED.exec(line);
    const [, pid = "", name = "", rest = "", result = ""] = resumed ?? WHOLE.exec(line) ?? [];
    if (name === "") continue;
    const args = resumed === null ? rest : `${begun.get(`${pid} ${name}`) ?? ""}${rest}`;
    calls.push({ pid, name, args, result: Number(result) });
  }
  return calls;
}

/** The bytes of one string as `-xx` spells it. */
export const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll("\\x", ""), "hex");

const STRING = /"((?:\\x[0-9a-f]{2})*)"/g;
const PLACE = /(\d+|AT_FDCWD)<([^>]*)>(\(deleted\))?/g;

/** The strings among the arguments, in order. */
export const stringsIn = (args: string): Buffer[] =>
  [...args.matchAll(STRING)].map(([, hex]) => bytesOf(hex ?? ""));

/** The descriptors among the arguments, in order; `path` is null for one whose file has no name. */
export const placesIn = (args: string): { handle: string; path: string | null }[] =>
  [...args.matchAll(PLACE)].map(([, handle = "", name = "", gone]) => ({
    handle,
    path:
      gone !== undefined || !name.startsWith("\\x")
        ? name.startsWith("TCP")
          ? name
          : null
        : bytesOf(name).toString(),
  }));
