/** What of the owner's policy the engine keeps: told to it at each start, in place of a person. */
import { CHANNELS } from "../../../contract/channels.ts";
import { CountersideError, type Reply } from "../../../contract/reply.ts";
import type { PolicyState } from "./read-policy.ts";

type Invoke = (channel: string, input: unknown) => Promise<Reply<unknown>>;

/** Puts the second backup folder in its place. Throws CountersideError where the engine refuses it. */
export async function applyPolicy(state: PolicyState, invoke: Invoke): Promise<void> {
  const wanted = state.state === "holds" ? state.policy.secondBackupFolder : undefined;
  if (wanted === undefined) return;
  const answered = (reply: Reply<unknown>): unknown => {
    if (reply.ok) return reply.value;
    throw new CountersideError(reply.error.code, reply.error.message, reply.error.details);
  };
  const connection = CHANNELS["connection.get"].output.parse(answered(await invoke("connection.get", {})));
  // Without a connection there are no books to copy; the practice shop's are worth no copy.
  if (connection === null || connection.practice) return;
  const { second } = CHANNELS["backup.status"].output.parse(answered(await invoke("backup.status", {})));
  if (second?.folder !== wanted) answered(await invoke("backup.setSecondFolder", { path: wanted }));
}
