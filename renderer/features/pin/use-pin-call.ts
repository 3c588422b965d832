/** Sends what holds a PIN. Nothing of it stays in the query cache, as it would with `useSend`. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ChannelInput, ChannelName, ChannelOutput } from "../../../contract/channels.ts";
import { invoke, replyErrorOf } from "../../client/api.ts";
import { useFormats } from "../../client/use-formats.ts";
import { issuesOf, reasonWords } from "../../i18n/error-words.ts";

interface Wait {
  leftMs: number;
  begin: (ms: number) => void;
}

const TICK_MS = 500;
/** Whole seconds, the last one included: "0 seconds" would say that it is over. */
const inSeconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1_000) * 1_000);

/** Counts down from `knownMs`, or from what `begin` is told, by a clock that nobody can set. */
function useWait(knownMs: number): Wait {
  const [until, setUntil] = useState(() => performance.now() + knownMs);
  const [now, setNow] = useState(() => performance.now());
  const leftMs = inSeconds(until - now);
  const waits = leftMs > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = window.setInterval(() => setNow(performance.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, [waits]);
  useEffect(() => {
    if (knownMs > 0) setUntil(performance.now() + knownMs);
  }, [knownMs]);
  return {
    leftMs,
    begin: (ms) => {
      const start = performance.now();
      setNow(start);
      setUntil(start + ms);
    },
  };
}

type PinChannel = Extract<ChannelName, `pin.${string}`>;

interface PinCall<Name extends PinChannel> {
  /** The value, or null where it was refused; `error` then says why. */
  send: (input: ChannelInput<Name>) => Promise<ChannelOutput<Name> | null>;
  /** It is being answered, or it is too early for another try. */
  busy: boolean;
  /** Said aloud once for each refusal: the words below the field count down and would be read out each second. */
  aloud: string;
  /** What stands below a field, by the input's name of it. */
  fieldError: (field: string) => string | null;
  /** What was refused is being typed anew. */
  clear: () => void;
  /** A refusal that belongs to no field. */
  error: unknown;
}

const numberIn = (value: unknown): number => (typeof value === "number" ? value : 0);

/** A call of one of the PIN's channels. `knownWaitMs`: a wait that was there before. */
export function usePinCall<Name extends PinChannel>(channel: Name, knownWaitMs = 0): PinCall<Name> {
  const { t } = useTranslation();
  const formats = useFormats();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const [aloud, setAloud] = useState("");
  const wait = useWait(knownWaitMs);
  const sending = useRef(false);

  const reply = failed === null ? null : replyErrorOf(failed);
  const proven = channel === "pin.reset" ? "recoveryCode" : "pin";
  const wrongWords = t(channel === "pin.reset" ? "pin.wrong.code" : "pin.wrong.pin");
  const waitWords = wait.leftMs > 0 ? t("pin.wrong.wait", { time: formats.duration(wait.leftMs) }) : null;

  const fieldError = (field: string): string | null => {
    const issue = reply === null ? undefined : issuesOf(reply).find((one) => one.field === field);
    if (issue !== undefined) return reasonWords(t, issue);
    if (field !== proven) return null;
    if (reply?.code !== "pin_wrong") return waitWords;
    return waitWords === null ? wrongWords : `${wrongWords} ${waitWords}`;
  };
  const refusedWords = (error: unknown): string => {
    const { code, details } = replyErrorOf(error);
    const waitMs = numberIn(details.waitMs);
    const waiting = waitMs > 0 ? t("pin.wrong.wait", { time: formats.duration(waitMs) }) : "";
    return code === "pin_wrong" ? `${wrongWords} ${waiting}` : waiting;
  };
  const isOfField =
    reply === null || ["pin_wrong", "pin_wait"].includes(reply.code) || issuesOf(reply).length > 0;

  return {
    send: async (input) => {
      if (sending.current || wait.leftMs > 0) return null;
      sending.current = true;
      setBusy(true);
      // Emptied first, so that the same words are said again.
      setAloud("");
      try {
        const value = await invoke(channel, input);
        setFailed(null);
        return value;
      } catch (error) {
        setFailed(error);
        setAloud(refusedWords(error));
        wait.begin(numberIn(replyErrorOf(error).details.waitMs));
        return null;
      } finally {
        sending.current = false;
        setBusy(false);
      }
    },
    busy: busy || wait.leftMs > 0,
    aloud,
    fieldError,
    clear: () => {
      if (fieldError(proven) !== null) setFailed(null);
    },
    error: isOfField ? null : failed,
  };
}
