import { UnstyledButton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconLanguage } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Person } from "../../../contract/channels/people.ts";
import { BADGE_LENGTH, badgeAtEnd } from "../../../contract/person-badge.ts";
import { usePinAsk } from "../../client/api.ts";
import { forgetShop } from "../../client/live-events.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useSettings } from "../../client/settings.ts";
import { forgetPerson, saveBeforeLock } from "../../client/who.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/empty-state.tsx";
import { Panel } from "../../ui/page.tsx";
import { ErrorPanel } from "../help.tsx";
import { PinField, PinForm, ResetForm, usePinCall } from "../pin/pin-form.tsx";
import { burstAfter, burstKey, NO_BURST, SHORTEST_IN_SECRET, scannedCodes } from "../scanning/scan-burst.ts";
import { optionTyped } from "../scanning/scanner.tsx";
import classes from "./lock-screen.module.css";
import { OwnerForm } from "./person-form.tsx";

/** Nothing of the one before is left for the next: neither on the page nor in what it keeps. */
function useForgetting(): void {
  const client = useQueryClient();
  useEffect(() => {
    saveBeforeLock();
    usePinAsk.getState().asking?.answer(false);
    notifications.clean();
    forgetPerson();
    forgetShop(client);
  }, [client]);
}

/**
 * Calls with the person whose badge a scanner typed, wherever the keyboard is; empty for any other code, which would
 * count as a wrong PIN. A layout for Arabic writes other signs.
 */
function useBadges(people: readonly Person[], onBadge: (personId: string) => void): void {
  const latest = useRef({ people, onBadge });
  useEffect(() => {
    latest.current = { people, onBadge };
  });
  useEffect(() => {
    let typed = "";
    let burst = NO_BURST;
    let target: EventTarget | null = null;
    const listen = (event: KeyboardEvent) => {
      const key = burstKey(event);
      if (key.kind === "sign") {
        typed = (typed + key.latin).slice(-BADGE_LENGTH);
        burst = burstAfter(event.target === target ? burst : NO_BURST, key.text, event.timeStamp, key.latin);
        target = event.target;
      }
      if (key.kind !== "end") return;
      const badge = badgeAtEnd(typed, latest.current.people);
      const isCode = scannedCodes(burst, event.timeStamp, SHORTEST_IN_SECRET).length > 0;
      typed = "";
      burst = NO_BURST;
      if (badge === null && !isCode) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current.onBadge(badge?.person?.personId ?? "");
    };
    window.addEventListener("keydown", listen, true);
    return () => window.removeEventListener("keydown", listen, true);
  }, []);
}

/** Letters that come within this time are one word. */
const WORD_MS = 1_000;

/** Which tile a key leads to; null where it leads to none. */
function tileAfter(tiles: HTMLElement[], at: number, key: string, isRtl: boolean): number | null {
  const columns = tiles.filter(({ offsetTop }) => offsetTop === tiles[0]?.offsetTop).length;
  const forth = isRtl ? "ArrowLeft" : "ArrowRight";
  const back = isRtl ? "ArrowRight" : "ArrowLeft";
  const steps: Record<string, number> = { [forth]: 1, [back]: -1, ArrowDown: columns, ArrowUp: -columns };
  if (key === "Home") return 0;
  if (key === "End") return tiles.length - 1;
  const step = steps[key];
  return step === undefined || tiles[at + step] === undefined ? null : at + step;
}

interface NamesProps {
  people: readonly Person[];
  onChoose: (personId: string) => void;
}

/** The people as tiles: letters and arrows lead to a name, Enter or a touch chooses it. */
function Names({ people, onChoose }: NamesProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const word = useRef({ text: "", at: Number.NEGATIVE_INFINITY });
  useEffect(() => list.current?.querySelector("button")?.focus(), []);
  useEffect(() => {
    const typed = (letter: string, at: number, time: number) => {
      const { current } = word;
      current.text = time - current.at > WORD_MS ? letter : current.text + letter;
      current.at = time;
      return optionTyped(
        people.map(({ name }) => name),
        at,
        current.text,
      );
    };
    // Wherever the keyboard was left: there is nothing else to type in.
    const lead = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey, timeStamp } = event;
      if (ctrlKey || altKey || metaKey || event.target instanceof HTMLInputElement) return;
      const tiles = [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
      const at = tiles.findIndex((tile) => tile.matches(":focus"));
      const isLetter = /^\p{L}$/u.test(key);
      const next = isLetter
        ? typed(key, at, timeStamp)
        : tileAfter(tiles, at, key, document.documentElement.dir === "rtl");
      if (next === null) return;
      event.preventDefault();
      tiles[next]?.focus();
    };
    window.addEventListener("keydown", lead);
    return () => window.removeEventListener("keydown", lead);
  }, [people]);
  return (
    <>
      <p className="dim">{t("people.lock.choose")}</p>
      <ul ref={list} className={classes.names}>
        {people.map(({ personId, name, role }) => (
          <li key={personId}>
            <UnstyledButton className={classes.name} onClick={() => onChoose(personId)}>
              <span className="block strong breaks">
                <bdi>{name}</bdi>
              </span>
              <span className="note">{t(`people.role.${role}`)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Digits go into the PIN wherever the keyboard was left. */
function useDigits(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = ({ key, target }: KeyboardEvent) => {
      if (/^\p{Nd}$/u.test(key) && !(target instanceof HTMLInputElement))
        form.current?.querySelector("input")?.focus();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [form]);
}

interface SignInProps {
  person: Person;
  /** Left out where there is no other name. */
  onNames: (() => void) | null;
}

/** The PIN of the one who was chosen. */
function SignIn({ person, onNames, onForgotten }: SignInProps & { onForgotten: () => void }) {
  const { t } = useTranslation();
  const sign = usePinCall("people.switch");
  const [pin, setPin] = useState("");
  const form = useRef<HTMLDivElement>(null);
  useDigits(form);
  const submit = async () => {
    if ((await sign.send({ personId: person.personId, pin })) === null) setPin("");
  };
  const isOwner = person.role === "owner";
  return (
    <div ref={form}>
      <PinForm
        confirm={t("people.lock.start")}
        {...(onNames === null ? {} : { back: t("people.lock.others") })}
        call={sign}
        onSubmit={submit}
        onBack={onNames}
        more={
          isOwner ? (
            <Button variant="subtle" className="push" onClick={onForgotten}>
              {t("pin.ask.forgotten")}
            </Button>
          ) : null
        }
      >
        <PinField
          label={t("pin.field.pin")}
          value={pin}
          onChange={setPin}
          error={sign.fieldError("pin")}
          autoFocus
          testId="person-pin"
        />
        {isOwner ? null : <p className="note">{t("people.lock.forgotten")}</p>}
      </PinForm>
    </div>
  );
}

function Chosen({ person, onNames }: SignInProps) {
  const { t } = useTranslation();
  const [isForgotten, setForgotten] = useState(false);
  return (
    <div className={classes.form}>
      <Panel title={<bdi>{person.name}</bdi>} aside={t(`people.role.${person.role}`)}>
        {isForgotten ? (
          <ResetForm
            personId={person.personId}
            onDone={() => undefined}
            onBack={() => setForgotten(false)}
            back={t("pin.ask.back")}
          />
        ) : (
          <SignIn person={person} onNames={onNames} onForgotten={() => setForgotten(true)} />
        )}
      </Panel>
    </div>
  );
}

/** Before the shop is known to anybody, each reads it in their own language. */
function OtherLanguage() {
  const { t } = useTranslation();
  const { language } = useSettings();
  const { mutate } = useSend("settings.set");
  return (
    <UnstyledButton
      className="target inline gap-6 accent"
      onClick={() => mutate({ language: language === "en" ? "ar" : "en" })}
    >
      <IconLanguage size="1.125rem" stroke={1.7} aria-hidden="true" />
      {t("components.palette.language")}
    </UnstyledButton>
  );
}

/** The whole window while nobody is signed in: who works here, and nothing of the shop. */
export function LockScreen({ ownerless }: { ownerless: boolean }) {
  const { t } = useTranslation();
  const people = useChannel("people.list", {});
  const [choice, setChoice] = useState({ personId: "", turn: 0 });
  const choose = (personId: string) => setChoice(({ turn }) => ({ personId, turn: turn + 1 }));
  useForgetting();
  useEffect(() => {
    document.title = t("common.appName");
  }, [t]);
  const able = useMemo(
    () => people.data?.people.filter(({ active, hasPin }) => active && hasPin) ?? [],
    [people.data],
  );
  useBadges(able, choose);
  const isAlone = able.length === 1;
  const chosen = isAlone ? able[0] : able.find(({ personId }) => personId === choice.personId);
  const toNames = isAlone ? null : () => choose("");
  const body = () => {
    if (people.data === undefined) return people.error === null ? <Loading /> : null;
    if (chosen !== undefined)
      return <Chosen key={`${chosen.personId} ${choice.turn}`} person={chosen} onNames={toNames} />;
    return able.length === 0 ? null : <Names people={able} onChoose={choose} />;
  };
  return (
    <main
      className={classes.screen}
      data-testid="lock-screen"
      onKeyDown={({ key }) => {
        if (key === "Escape") toNames?.();
      }}
    >
      <div className={classes.inner}>
        <h1 className="title strong">{t(ownerless ? "people.lock.noOwner" : "people.lock.title")}</h1>
        <ErrorPanel error={people.error} onRetry={() => people.refetch()} />
        {ownerless ? (
          <div className={classes.form}>
            <p className="dim before-12">{t("people.lock.makeOwner")}</p>
            <OwnerForm />
          </div>
        ) : null}
        {body()}
        <div>
          <OtherLanguage />
        </div>
      </div>
    </main>
  );
}
