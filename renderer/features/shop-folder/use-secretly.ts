import { useRef, useState } from "react";
import type { ChannelInput, ChannelName, ChannelOutput } from "../../../contract/channels.ts";
import { invoke } from "../../client/api.ts";

/** Sends what holds a secret, or is answered with one. Not by `useSend`, whose cache would keep it for minutes. */
export function useSecretly<Name extends ChannelName>(
  channel: Name,
  onSuccess: (value: ChannelOutput<Name>) => void = () => undefined,
) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isUnderWay = useRef(false);
  const send = async (input: ChannelInput<Name>): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setError(null);
    try {
      onSuccess(await invoke(channel, input));
    } catch (thrown) {
      setError(thrown);
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { busy, error, send, forget: () => setError(null) };
}
