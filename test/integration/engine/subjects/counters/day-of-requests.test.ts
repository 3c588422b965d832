/** What a counter asks of a bucket: the sum in the operator's guide rests on it. */
import { expect, it, onTestFinished } from "vitest";
import { makeKey } from "../../../../../main/engine/subjects/counters/backups/key.ts";
import { aReturn, connect, NOWHERE, openTestEngine, until } from "../../../../helpers/engine.ts";
import { startHttpService } from "../../../../helpers/http-service.ts";
import { BUCKET, openStrictBucket } from "../../../../helpers/strict-bucket.ts";

const HOURS = 4;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const counted = (came: readonly string[]) => {
  const sum = { put: 0, list: 0, get: 0, remove: 0 };
  for (const line of came) {
    const [method, path = ""] = line.split(" ");
    if (method === "PUT") sum.put += 1;
    else if (method === "DELETE") sum.remove += 1;
    else if (path.includes("list-type=2")) sum.list += 1;
    else sum.get += 1;
  }
  return sum;
};

it.each([
  // For each hour: a status every ten minutes, four looks at the lists, one backup.
  ["sends at once", true, { put: 9, list: 5, get: 40, remove: 2 }],
  // Looks at the fence besides, a list and a read each.
  ["can't send all the time", false, { put: 9, list: 21, get: 60, remove: 2 }],
])(
  "a counter that %s asks a bucket no more in an hour than the operator's guide counts with",
  async (_, isUp, most) => {
    const bucket = await openStrictBucket(1_000);
    onTestFinished(bucket.close);
    const service = isUp ? (await startHttpService()).url : NOWHERE;
    const engine = openTestEngine({ automaticBackups: true });
    await connect(engine, service);
    const { bucket: name, region, key, secret } = BUCKET;
    const place = `s3://${name}?endpoint=${bucket.endpoint}`;
    await engine.call("shopFolder.set", { place, region, key, secret });
    await engine.call("shopFolder.configure", { recipient: (await makeKey()).recipient });
    const quiet = async (): Promise<void> => {
      for (let seen = -1; seen !== bucket.came.length; ) {
        seen = bucket.came.length;
        await pause(8);
      }
    };
    /** It is sent before a minute passes, as a person's is: a status amid it would say that something waits. */
    const post = async (note: string): Promise<void> => {
      const { entryId } = await engine.call("purchaseReturn.post", aReturn({ note }));
      await until(async () => {
        engine.clock.runUntil(engine.clock.now());
        return !isUp || (await engine.entry(entryId)).state === "confirmed";
      });
    };
    await quiet();
    bucket.came.length = 0;
    for (let minute = 1; minute <= HOURS * 60; minute += 1) {
      if (minute % 20 === 0) await post(`return ${minute}`);
      engine.clock.runUntil(engine.clock.now() + 60_000);
      await quiet();
    }
    const asked = counted(bucket.came);
    expect(asked.put).toBeGreaterThanOrEqual(HOURS * 6);
    for (const kind of ["put", "list", "get", "remove"] as const)
      expect(asked[kind] / HOURS, `${kind} of ${JSON.stringify(asked)}`).toBeLessThanOrEqual(most[kind]);
  },
);
