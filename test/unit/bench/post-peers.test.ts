/** What is read from the system calls of a posting: the figure of syncs rests on it. */
import { describe, expect, it } from "vitest";
import { watchedOf } from "../../bench/post-peers.ts";

const post = '7 write(1<pipe:[1]>, "post\\n", 5) = 5';
const kept = '7 write(1<pipe:[1]>, "kept\\n", 5) = 5';
const sync = "7 fsync(24</p/a-wal>) = 0";

describe("syncs a post", () => {
  it("count where they fall between the post and its word, and come first only if they ended before it", () => {
    expect(watchedOf([sync, post, sync, kept, sync])).toEqual({ syncsPerPost: 1, syncedFirst: 1 });
    expect(watchedOf([post, kept, sync, post, sync, sync, kept])).toEqual({
      syncsPerPost: 1,
      syncedFirst: 0.5,
    });
    const failed = sync.replace("= 0", "= -1 EIO (Input/output error)");
    expect(watchedOf([post, failed, kept])).toEqual({ syncsPerPost: 1, syncedFirst: 0 });
    expect(() => watchedOf([sync])).toThrow();
  });

  it("are seen across threads, where strace splits a call in two", () => {
    const begun = "9 fdatasync(21</p/000003.log> <unfinished ...>";
    const ended = "9 <... fdatasync resumed>)              = 0";
    expect(watchedOf([post, begun, ended, kept])).toEqual({ syncsPerPost: 1, syncedFirst: 1 });
    expect(watchedOf([post, begun, kept, ended])).toEqual({ syncsPerPost: 1, syncedFirst: 0 });
  });
});
