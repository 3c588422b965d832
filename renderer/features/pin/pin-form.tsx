import { Textarea, TextInput, VisuallyHidden } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ChannelInput, ChannelName, ChannelOutput } from "../../../contract/channels.ts";
import { invoke, replyErrorOf } from "../../client/api.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { issuesOf, reasonWords } from "../../i18n/error-words.ts";
import { focusOnceDrawn } from "../../lib/focus.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorPanel } from "../help.tsx";
import classes from "./pin.module.css";
import { showRecoveryCode } from "./shown-code.tsx";

interface PinFormProps {
  text?: ReactNode;
  confirm: string;
  /** Left out for one of the settings' forms, which Escape leaves with everything as it is; a box has its own Escape. */
  back?: string;
  call: { busy: boolean; error: unknown; aloud: string };
  onSubmit: () => Promise<void>;
  /** Null where there is nowhere to go back to. */
  onBack: (() => void) | null;
  /** One more button, beside the two. */
  more?: ReactNode;
  children: ReactNode;
}

/** A form that holds a PIN, with its two buttons. A refusal brings the keyboard to the field that it is about. */
export function PinForm(props: PinFormProps) {
  const { text, confirm, back, call, onSubmit, onBack, more, children } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (call.busy) return;
    await onSubmit();
    // There may be choices between the field and the button: its message may be out of sight.
    focusOnceDrawn(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  };
  return (
    <form
      ref={form}
      className={`${classes.stack} ringless`}
      onSubmit={submit}
      autoComplete="off"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || back !== undefined || onBack === null) return;
        event.preventDefault();
        onBack();
      }}
    >
      {text === undefined ? null : <p>{text}</p>}
      {children}
      <VisuallyHidden role="status">{call.aloud}</VisuallyHidden>
      <ErrorPanel error={call.error} />
      <div className="wrap gap-8">
        <Button type="submit" busy={call.busy}>
          {confirm}
        </Button>
        {onBack === null ? null : (
          <Button variant="default" onClick={onBack}>
            {back ?? t("pin.panel.keep")}
          </Button>
        )}
        {more}
      </div>
    </form>
  );
}

interface PinFieldProps {
  label: string;
  value: string;
  onChange: (typed: string) => void;
  error: string | null;
  hint?: string;
  autoFocus?: boolean;
  testId?: string;
}

/** A PIN being typed: not readable over a shoulder, left to right in both languages, never remembered. */
export function PinField({ label, value, onChange, error, hint, autoFocus = false, testId }: PinFieldProps) {
  return (
    <TextInput
      type="password"
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      maxLength={40}
      label={label}
      description={hint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      data-testid={testId}
      wrapperProps={{ dir: "auto" }}
    />
  );
}

interface NewPinFieldsProps {
  pin: string;
  again: string;
  onPin: (typed: string) => void;
  onAgain: (typed: string) => void;
  error: string | null;
  notSame: boolean;
  autoFocus?: boolean;
}

/** A new PIN, typed twice. */
export function NewPinFields(props: NewPinFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <PinField
        label={t("pin.field.new")}
        hint={t("pin.field.hint")}
        value={props.pin}
        onChange={props.onPin}
        error={props.error}
        autoFocus={props.autoFocus ?? false}
        testId="pin-new"
      />
      <PinField
        label={t("pin.field.again")}
        value={props.again}
        onChange={props.onAgain}
        error={props.notSame ? t("pin.field.notSame") : null}
        testId="pin-again"
      />
    </>
  );
}

// Sends what holds a PIN. Nothing of it stays in the query cache, as it would with `useSend`.

interface Wait {
  leftMs: number;
  begin: (ms: number) => void;
}

const TICK_MS = 500;
/** Whole seconds, the last one included: "0 seconds" would say that it is over. */
const inSeconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1_000) * 1_000);

/** Counts down from `knownMs`, or from what `begin` is given, by a clock that nobody can set. */
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

type PinChannel = Extract<ChannelName, `${"pin" | "people"}.${string}`>;

interface PinCall<Name extends PinChannel> {
  /** The value, or null where it was refused; `error` then says why. */
  send: (input: ChannelInput<Name>) => Promise<ChannelOutput<Name> | null>;
  /** It is being answered, or it is too early for another try. */
  busy: boolean;
  /** Said aloud once for each refusal: the words below the field count down and would be read out each second. */
  aloud: string;
  /** The words below a field, by the input's name of it. */
  fieldError: (field: string) => string | null;
  /** What was refused is being typed anew. */
  clear: () => void;
  /** A refusal that belongs to no field. */
  error: unknown;
}

const numberIn = (value: unknown): number => (typeof value === "number" ? value : 0);

/** A call of one of the channels that take a PIN. `knownWaitMs`: a wait that was there before. */
export function usePinCall<Name extends PinChannel>(channel: Name, knownWaitMs = 0): PinCall<Name> {
  const { t } = useTranslation();
  const formats = useFormats();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const [aloud, setAloud] = useState("");
  const wait = useWait(knownWaitMs);
  const sending = useRef(false);

  const reply = failed === null ? null : replyErrorOf(failed);
  const isByCode = channel === "pin.reset" || channel === "people.reset";
  const proven = isByCode ? "recoveryCode" : "pin";
  const wrongWords = t(isByCode ? "pin.wrong.code" : "pin.wrong.pin");
  const waitWords = wait.leftMs > 0 ? t("pin.wrong.wait", { duration: formats.duration(wait.leftMs) }) : null;

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
    const waiting = waitMs > 0 ? t("pin.wrong.wait", { duration: formats.duration(waitMs) }) : "";
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
      if (isOfField) setFailed(null);
    },
    error: isOfField ? null : failed,
  };
}

interface ResetFormProps {
  /** Whose PIN it is; left out: a single owner's. */
  personId?: string;
  /** The new PIN is set, and it is open; its recovery code is being shown. */
  onDone: () => void;
  /** The code was kept, or given up. */
  onCode?: () => void;
  onBack: () => void;
  back: string;
}

/** Forgotten: the recovery code sets a new PIN, and a new code takes its place. */
export function ResetForm({ personId, onDone, onCode = () => undefined, onBack, back }: ResetFormProps) {
  const { t } = useTranslation();
  const ofSingle = usePinCall("pin.reset", useChannel("pin.status", {}).data?.codeWaitMs);
  const ofPerson = usePinCall("people.reset");
  const reset = personId === undefined ? ofSingle : ofPerson;
  const [recoveryCode, setRecoveryCode] = useState("");
  const [newPin, setNewPin] = useState("");
  const [again, setAgain] = useState("");
  const [notSame, setNotSame] = useState(false);
  const submit = async () => {
    setNotSame(newPin !== again);
    if (newPin !== again) return;
    const input = { recoveryCode, newPin };
    const made = await (personId === undefined
      ? ofSingle.send(input)
      : ofPerson.send({ personId, ...input }));
    if (made === null) return;
    onDone();
    showRecoveryCode(made.recoveryCode, onCode);
  };
  return (
    <PinForm confirm={t("pin.panel.reset")} back={back} call={reset} onSubmit={submit} onBack={onBack}>
      <Textarea
        label={t("pin.code.name")}
        description={t("pin.field.codeHint")}
        value={recoveryCode}
        onChange={(event) => {
          reset.clear();
          setRecoveryCode(event.currentTarget.value);
        }}
        error={reset.fieldError("recoveryCode")}
        inputMode="numeric"
        autosize
        minRows={2}
        maxLength={200}
        autoFocus
        data-autofocus
        classNames={{ input: `${classes.codeInput} mono` }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <NewPinFields
        pin={newPin}
        again={again}
        onPin={setNewPin}
        onAgain={setAgain}
        error={reset.fieldError("newPin")}
        notSame={notSame}
      />
    </PinForm>
  );
}
