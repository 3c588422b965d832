import { Modal, NativeSelect, TextInput } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ageRecipient, type ShopFolderState } from "../../../contract/channels/shop-folder.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { invoke } from "../../client/api.ts";
import { useMay } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { WhereMaySet } from "../../features/people/allowance-note.tsx";
import { PrintedNotice } from "../../features/printing.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { isBadKey, KeyField } from "../../features/shop-folder/key-field.tsx";
import { FolderError } from "../../features/shop-folder/trouble.tsx";
import { useFixed } from "../../features/shop-folder/use-fixed.ts";
import { useFolderSend } from "../../features/shop-folder/use-folder-send.ts";
import { useSecretly } from "../../features/shop-folder/use-secretly.ts";
import { SHOWN_ONCE } from "../../shortcuts/use-shortcut.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Notice, OwnerFixed } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { useAgo } from "../../ui/time-ago.tsx";
import classes from "./settings.module.css";

type OwnerKey = ChannelOutput<"shopFolder.makeKey">;

/** Two different places among so many, in their order. */
function twoPlaces(of: number): [number, number] {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2));
  const first = a % of;
  const second = (first + 1 + (b % (of - 1))) % of;
  return first < second ? [first, second] : [second, first];
}

/** The key itself, to be printed or written down. */
function ShownKey({ made, onNext, onLeave }: { made: OwnerKey; onNext: () => void; onLeave: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const mayPrint = useMay("print");
  const [printed, setPrinted] = useState<ChannelOutput<"print.backupKey"> | undefined>(undefined);
  const print = useSecretly("print.backupKey", setPrinted);
  const shown = useRef<HTMLDivElement>(null);
  // In large text the warning above the words stays in sight.
  useEffect(() => shown.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={shown} tabIndex={-1} className={`${classes.stack} ringless`} data-autofocus>
      <Notice kind="warn" title={t("shopFolder.key.once")}>
        {t("shopFolder.key.onceText")}
      </Notice>
      <ol
        className={`${classes.words} list grid mono`}
        dir="ltr"
        aria-label={t("shopFolder.key.words")}
        data-testid="key-words"
      >
        {made.words.map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words never move, and two may be the same.
          <li key={at}>
            <span className="dim">{formats.count(at + 1)}</span> {word}
          </li>
        ))}
      </ol>
      <p className={classes.hint}>
        {t("shopFolder.key.text")} <Code signed>{made.key}</Code>
      </p>
      <p className={classes.hint}>{t("shopFolder.key.spool")}</p>
      <PrintedNotice
        printed={printed}
        error={print.error instanceof Error ? print.error : null}
        untouched={t("shopFolder.key.stillHere")}
        paperOnly
      />
      <div className="wrap gap-8">
        <Button onClick={onNext}>{t("shopFolder.key.next")}</Button>
        {mayPrint === "never" ? null : (
          <Button
            variant="default"
            busy={print.busy}
            leftSection={<IconPrinter size="1.125rem" stroke={1.7} aria-hidden="true" />}
            onClick={() => void print.send({ publicKey: made.recipient, key: made.key, words: made.words })}
          >
            {t("shopFolder.key.print")}
          </Button>
        )}
        <Button variant="default" onClick={onLeave}>
          {t("action.cancel")}
        </Button>
      </div>
    </div>
  );
}

/** Two words of the paper: who can't enter them has not kept it. */
function ProveKept({ made, onBack, onProven }: { made: OwnerKey; onBack: () => void; onProven: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [places] = useState(() => twoPlaces(made.words.length));
  const [typed, setTyped] = useState(["", ""]);
  const [isWrong, setWrong] = useState([false, false]);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = () => {
    const wrong = places.map((place, at) => typed[at]?.trim().toLowerCase() !== made.words[place]);
    setWrong(wrong);
    if (!wrong.includes(true)) onProven();
  };
  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{t("shopFolder.key.prove")}</p>
      {places.map((place, at) => (
        <TextInput
          key={place}
          {...(at === 0 ? { ref: first } : {})}
          label={t("shopFolder.key.word", { no: formats.count(place + 1) })}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          value={typed[at] ?? ""}
          error={isWrong[at] === true ? t("shopFolder.key.wrong") : null}
          data-testid={`key-word-${at}`}
          onChange={({ currentTarget: { value } }) => {
            setWrong([false, false]);
            setTyped((before) => before.map((word, index) => (index === at ? value : word)));
          }}
        />
      ))}
      <div className="wrap gap-8">
        <Button type="submit">{t("shopFolder.key.confirm")}</Button>
        <Button variant="default" onClick={onBack}>
          {t("shopFolder.key.back")}
        </Button>
      </div>
    </form>
  );
}

type Step = "shown" | "prove" | "leave";

interface KeyDialogProps {
  made: OwnerKey | null;
  onProven: (made: OwnerKey) => void;
  onGone: () => void;
}

/** Shows a new key over everything, this once: no way out takes it away without a question, and quitting asks too. */
function KeyDialog({ made, onProven, onGone }: KeyDialogProps) {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>("shown");
  const isShown = made !== null;
  useEffect(() => {
    if (!isShown) return;
    const say = (shown: boolean) => void invoke("pin.codeShown", { shown }).catch(console.error);
    say(true);
    return () => say(false);
  }, [isShown]);
  const end = (then: () => void) => {
    setStep("shown");
    then();
  };
  return (
    <Modal
      opened={isShown}
      onClose={() => setStep("leave")}
      title={t("shopFolder.key.title")}
      size="lg"
      closeOnClickOutside={false}
      {...(isShown ? SHOWN_ONCE : {})}
      closeButtonProps={{ "aria-label": t("action.close") }}
    >
      {made === null ? null : step === "shown" ? (
        <ShownKey made={made} onNext={() => setStep("prove")} onLeave={() => setStep("leave")} />
      ) : step === "prove" ? (
        <ProveKept made={made} onBack={() => setStep("shown")} onProven={() => end(() => onProven(made))} />
      ) : (
        <div className={classes.stack} role="alert">
          <p>{t("shopFolder.key.leaveText")}</p>
          <div className="wrap gap-8">
            <Button autoFocus onClick={() => setStep("shown")}>
              {t("shopFolder.key.back")}
            </Button>
            <Button variant="default" onClick={() => end(onGone)}>
              {t("shopFolder.key.leaveSure")}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}

function UseOther({ onUse, busy }: { onUse: (recipient: string) => void; busy: boolean }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [isBad, setBad] = useState(false);
  return (
    <details>
      <summary className="target pad-y-8">{t("shopFolder.backups.useOther")}</summary>
      <form
        className={classes.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const recipient = typed.trim().toLowerCase();
          if (ageRecipient.safeParse(recipient).success) onUse(recipient);
          else setBad(true);
        }}
      >
        <TextInput
          label={t("shopFolder.paper.recipient")}
          description={t("shopFolder.backups.otherHint")}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          value={typed}
          error={isBad ? t("shopFolder.backups.badRecipient") : null}
          data-testid="recipient"
          onChange={(event) => {
            setBad(false);
            setTyped(event.currentTarget.value);
          }}
        />
        <div className="wrap gap-8">
          <Button type="submit" variant="default" busy={busy}>
            {t("shopFolder.backups.useThis")}
          </Button>
        </div>
      </form>
    </details>
  );
}

/** Whose key opens the backups that are put into the folder, and how old the newest there is. */
export function KeyPanel({ state }: { state: ShopFolderState }) {
  const { t } = useTranslation();
  const ago = useAgo();
  const [made, setMade] = useState<OwnerKey | null>(null);
  const make = useSecretly("shopFolder.makeKey", setMade);
  const set = useFolderSend("shopFolder.configure");
  const { recipient, lastAt, trouble } = state.backups;
  const fixed = useFixed("recipient", state);
  return (
    <Panel title={t("shopFolder.backups.title")}>
      <div className={classes.stack} data-testid="backup-key">
        <p className={classes.hint}>{t("shopFolder.backups.text")}</p>
        {recipient === null ? (
          <p>{t("shopFolder.backups.none")}</p>
        ) : (
          <>
            <p>
              {t("shopFolder.backups.recipient")} <Code short>{recipient}</Code>
            </p>
            <p>
              {lastAt === null
                ? t("shopFolder.backups.never")
                : t("shopFolder.backups.last", { ago: ago(lastAt) })}
            </p>
          </>
        )}
        {trouble === null ? null : (
          <Notice kind="warn">{t("shopFolder.backups.trouble", { ago: ago(trouble.at) })}</Notice>
        )}
        {set.isSuccess && recipient !== null ? <Notice kind="good">{t("shopFolder.key.done")}</Notice> : null}
        {fixed !== null ? (
          <OwnerFixed words={fixed} />
        ) : (
          <WhereMaySet>
            {recipient === null ? null : <p className={classes.hint}>{t("shopFolder.key.againText")}</p>}
            <div className="wrap gap-8">
              <Button variant="default" busy={make.busy || set.isPending} onClick={() => void make.send({})}>
                {t(recipient === null ? "shopFolder.key.make" : "shopFolder.key.again")}
              </Button>
            </div>
            <UseOther busy={set.isPending} onUse={(other) => set.mutate({ recipient: other })} />
          </WhereMaySet>
        )}
        <ErrorPanel error={make.error ?? set.error} />
      </div>
      <KeyDialog
        made={made}
        onGone={() => setMade(null)}
        onProven={(proven) => {
          setMade(null);
          set.mutate({ recipient: proven.recipient });
        }}
      />
    </Panel>
  );
}

/** Whether the newest backup in the folder can be opened and read: of this counter, or of another. */
export function FolderDrillPanel() {
  const { t } = useTranslation();
  const formats = useFormats();
  const ago = useAgo();
  const own = useChannel("connection.get", {}).data?.deviceId ?? null;
  const may = useMay("settings");
  const counters = useChannel("takeover.list", {}, { enabled: may !== "never", eachTime: true });
  const [chosen, setChosen] = useState<string | null>(null);
  const [key, setKey] = useState("");
  const [done, setDone] = useState<ChannelOutput<"shopFolder.drill"> | null>(null);
  const drill = useSecretly("shopFolder.drill", (value) => {
    setDone(value);
    // It is typed again for the next try, so that it is on the screen no longer than it is needed.
    setKey("");
  });
  const others = (counters.data?.counters ?? []).filter(({ deviceId }) => deviceId !== own);
  const deviceId = chosen ?? own ?? others[0]?.deviceId ?? null;
  return (
    <Panel title={t("shopFolder.drill.title")}>
      <WhereMaySet>
        <form
          className={classes.stack}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setDone(null);
            if (deviceId !== null && key.trim() !== "") void drill.send({ deviceId, key: key.trim() });
          }}
          data-testid="folder-drill"
        >
          <p className={classes.hint}>{t("shopFolder.drill.text")}</p>
          {others.length === 0 ? null : (
            <NativeSelect
              label={t("shopFolder.drill.counter")}
              value={deviceId ?? ""}
              data={[
                ...(own === null ? [] : [{ value: own, label: t("shopFolder.drill.own") }]),
                ...others.map(({ deviceId: value, name }) => ({ value, label: name })),
              ]}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          )}
          <KeyField value={key} onChange={setKey} error={drill.error} testId="drill-key" />
          <div className="wrap gap-8">
            <Button type="submit" variant="default" busy={drill.busy} disabled={key.trim() === ""}>
              <SettingName of="shopFolder.drill.run" />
            </Button>
          </div>
          <div aria-live="polite">
            {done === null ? null : (
              <Notice
                kind={done.missingFiles === 0 ? "good" : "warn"}
                title={t("shopFolder.drill.good", {
                  ago: ago(done.madeAt),
                  size: formats.bytes(done.bytes),
                })}
              >
                {t("shopFolder.drill.entries", { count: done.entries })}{" "}
                {t("shopFolder.drill.files", { count: done.files })}{" "}
                {done.missingFiles === 0 ? null : t("shopFolder.drill.missing", { count: done.missingFiles })}
              </Notice>
            )}
          </div>
          <FolderError error={isBadKey(drill.error) ? null : drill.error} />
        </form>
      </WhereMaySet>
    </Panel>
  );
}
