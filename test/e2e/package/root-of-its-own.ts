/**
 * A Linux root to install into: this machine's own files below, everything written above them in memory. It is gone
 * with the process that holds it, and the machine is as it was.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Said {
  code: number | null;
  /** Standard output and standard error, as they came. */
  words: string;
}

interface Choices {
  /** Root where none is named. */
  user?: string;
  display?: string;
  /** The same root, entered by chroot: Linux then gives no user namespaces. */
  chrooted?: boolean;
}

export interface OwnRoot {
  /** Runs a command inside, as root unless a user is named. */
  run(command: string, words: readonly string[], options?: Choices): Promise<Said>;
  /** Copies a file of the machine to a path inside. */
  put(from: string, to: string): void;
  /** Starts a command inside and answers its process; what it says is piped. */
  start(
    command: string,
    words: readonly string[],
    options: { user?: string; display?: string },
  ): ChildProcess;
  end(): Promise<void>;
}

/** Where the root is seen a second time, to be entered by chroot. */
const AGAIN = "/media/again";

/**
 * Names of mounts: `below` is where the layers lie. Everything is made in a separate mount namespace, so that
 * nothing of it is ever seen outside; a process namespace ends whatever still runs inside.
 */
const MAKE = `set -e
mount -t tmpfs -o mode=755 tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/merged"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/merged"
mount --rbind /dev "$1/merged/dev"
mount -t tmpfs -o mode=1777 tmpfs "$1/merged/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$1/merged/tmp"
mount -t proc proc "$1/merged/proc"
mkdir -p "$1/merged/media/again" "$1/merged/media/machine"
cd "$1/merged"
pivot_root . media/machine
umount --lazy /media/machine
mount --rbind / /media/again
echo ready
exec cat`;

const all = (child: ChildProcess) =>
  new Promise<Said>((settle, fail) => {
    let words = "";
    const receive = (text: string) => {
      words += text;
    };
    child.stdout?.setEncoding("utf8").on("data", receive);
    child.stderr?.setEncoding("utf8").on("data", receive);
    child.once("error", fail);
    child.once("close", (code) => settle({ code, words }));
  });

/** Makes it, or answers why there can be none here. */
export async function makeOwnRoot(): Promise<OwnRoot | { refusal: string }> {
  if (process.getuid?.() !== 0) return { refusal: "only root may install into its own root" };
  const place = mkdtempSync(join(tmpdir(), "counterside-root-"));
  const holder = spawn(
    "unshare",
    ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", MAKE, "sh", place],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  const ended = new Promise<void>((settle) => holder.once("close", () => settle()));
  const end = async () => {
    holder.stdin.end();
    await ended;
    rmdirSync(place);
  };
  let complaint = "";
  holder.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const ready = await Promise.race([
    new Promise<boolean>((settle) => holder.stdout.once("data", () => settle(true))),
    new Promise<boolean>((settle) => holder.once("error", () => settle(false))),
    ended.then(() => false),
  ]);
  if (!ready) {
    rmdirSync(place);
    const said = complaint.trim().split("\n")[0];
    // As Linux answers inside a chroot whose root is no mount.
    const where = /root filesystem propagation|pivot_root/.test(complaint) ? ", for / is no mount point" : "";
    return { refusal: `no separate root can be made here to install the deb into${where} (${said})` };
  }
  // The namespaces are the child's, not those of the unshare that waits for it.
  const inside = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, "utf8").trim();
  const enter = (command: string, words: readonly string[], { user, chrooted }: Choices) => [
    ...["--target", inside, "--mount", "--pid", "--root", "--wd=/", "chroot"],
    ...(user === undefined ? [] : [`--userspec=${user}`, "--groups="]),
    ...[chrooted ? AGAIN : "/", command, ...words],
  ];
  const environment = ({ user, display }: Choices) => ({
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    HOME: user === undefined ? "/root" : `/home/${user}`,
    LANG: "C.UTF-8",
    DEBIAN_FRONTEND: "noninteractive",
    ...(display === undefined ? {} : { DISPLAY: display }),
  });
  const start = (command: string, words: readonly string[], choices: Choices) =>
    spawn("nsenter", enter(command, words, choices), {
      env: environment(choices),
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
    });
  return {
    // The one view of the holder's mounts from outside.
    put: (from, to) => copyFileSync(from, join(`/proc/${inside}/root`, to)),
    run: (command, words, choices = {}) => all(start(command, words, choices)),
    start,
    end,
  };
}
