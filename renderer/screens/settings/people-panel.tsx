import { NativeSelect, Switch } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LOCK_AFTER_MINUTES, type PeopleStatus, type Person } from "../../../contract/channels/people.ts";
import { ROLES, type Role } from "../../../contract/rights.ts";
import { useMay } from "../../client/may.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { offerTopic } from "../../features/help-topics.ts";
import { AllowanceNote } from "../../features/people/allowance-note.tsx";
import { OwnerForm, PersonForm } from "../../features/people/person-form.tsx";
import { NewPinFields, PinForm, usePinCall } from "../../features/pin/pin-form.tsx";
import { ChangeForm } from "../../features/pin/pin-forms.tsx";
import { showRecoveryCode } from "../../features/pin/shown-code.tsx";
import { PrintedNotice } from "../../features/printing.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { focusOnceDrawn } from "../../lib/focus.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/empty-state.tsx";
import { Panel } from "../../ui/page.tsx";
import { RolesPanel } from "./roles-panel.tsx";
import classes from "./settings.module.css";

const nothing = () => undefined;

/** From one owner to several people: the owner's name, then the first other person. */
function NamedOwner({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  const owner = useChannel("people.list", {}).data?.people.find(({ active }) => active);
  if (owner === undefined) return <Loading />;
  return owner.name === "" ? (
    <PersonForm
      key="owner"
      person={owner}
      text={t("people.panel.nameOwner")}
      confirm={t("people.panel.save")}
      onDone={nothing}
      onBack={onBack}
    />
  ) : (
    <PersonForm
      key="other"
      roles={ROLES}
      withPin
      text={t("people.panel.firstOther")}
      confirm={t("people.panel.add")}
      onDone={nothing}
      onBack={onBack}
    />
  );
}

/** Below the PIN of one: the way to people who each have their own. */
export function SeveralPeople() {
  const { t } = useTranslation();
  const state = useChannel("people.status", {}).data?.standing.state;
  const [isOpen, setOpen] = useState(false);
  const back = () => setOpen(false);
  if (state !== "free" && state !== "guarded") return null;
  if (!isOpen)
    return (
      <div>
        <Button variant="subtle" onClick={() => setOpen(true)}>
          {t("people.panel.begin")}
        </Button>
      </div>
    );
  return (
    <Panel title={t("people.panel.title")}>
      <div className={classes.stack}>
        {state === "guarded" ? (
          <NamedOwner onBack={back} />
        ) : (
          <>
            <p>{t("people.panel.beginText")}</p>
            <OwnerForm onBack={back} />
          </>
        )}
      </div>
    </Panel>
  );
}

interface TaskProps {
  person: Person;
  onDone: () => void;
  onBack: () => void;
}

/** A new PIN for somebody who forgot theirs. */
function NewPinForm({ person, onDone, onBack }: TaskProps) {
  const { t } = useTranslation();
  const save = usePinCall("people.save");
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const [notSame, setNotSame] = useState(false);
  const submit = async () => {
    setNotSame(pin !== again);
    const { personId, name, userId, role } = person;
    if (pin === again && (await save.send({ personId, name, userId, role, pin })) !== null) onDone();
  };
  return (
    <PinForm
      text={<bdi className="strong">{person.name}</bdi>}
      confirm={t("people.panel.newPin")}
      call={save}
      onSubmit={submit}
      onBack={onBack}
    >
      <NewPinFields
        pin={pin}
        again={again}
        onPin={setPin}
        onAgain={setAgain}
        error={save.fieldError("pin")}
        notSame={notSame}
        autoFocus
      />
    </PinForm>
  );
}

type Act = "change" | "newPin" | "badge" | "remove" | "undoRemove";

interface PersonRowProps {
  person: Person;
  acts: readonly Act[];
  onAct: (act: Act) => void;
}

function PersonRow({ person, acts, onAct }: PersonRowProps) {
  const { t } = useTranslation();
  const { name, userId, role, active, hasPin } = person;
  const facts = [
    t(`people.role.${role}`),
    t("people.panel.user", { user: String(userId) }),
    ...(hasPin ? [] : [t("people.panel.noPin")]),
    ...(active ? [] : [t("people.panel.wasRemoved")]),
  ];
  return (
    <li className="row between gap-4-16 line-below pad-y-6">
      <div className="min-w-0">
        <span className="block strong breaks">
          <bdi>{name}</bdi>
        </span>
        <span className="note">{facts.join(" · ")}</span>
      </div>
      <div className="wrap">
        {acts.map((act) => (
          <Button
            key={act}
            variant="subtle"
            className={classes.act ?? ""}
            onClick={() => onAct(act)}
            aria-label={t("people.panel.of", { act: t(`people.panel.${act}`), name })}
          >
            {t(`people.panel.${act}`)}
          </Button>
        ))}
      </div>
    </li>
  );
}

/** Everybody who works here: added, changed, given a new PIN, removed. Nobody changes a role above their own. */
function PeopleList({ by }: { by: Role }) {
  const { t } = useTranslation();
  const list = useChannel("people.list", {});
  const save = useSend("people.save");
  const print = useSend("print.badge");
  const [task, setTask] = useState<{ act: "add" } | { act: "change" | "newPin"; person: Person } | null>(
    null,
  );
  const [withRemoved, setWithRemoved] = useState(false);
  const [said, setSaid] = useState("");
  const panel = useRef<HTMLDivElement>(null);
  const end = (words: string) => {
    setTask(null);
    setSaid(words);
    focusOnceDrawn(() => panel.current?.querySelector<HTMLElement>("[data-adds]"));
  };
  const form = { onDone: () => end(t("people.panel.saved")), onBack: () => end("") };
  const people = list.data?.people ?? [];
  const owners = people.filter(({ active, hasPin, role }) => active && hasPin && role === "owner");
  const roles = ROLES.slice(0, ROLES.indexOf(by) + 1);
  const isLastOwner = (person: Person) => owners.length === 1 && owners[0]?.personId === person.personId;
  const actsOn = (person: Person): readonly Act[] => {
    if (!roles.includes(person.role)) return [];
    if (!person.active) return ["undoRemove"];
    return isLastOwner(person) ? ["change", "newPin", "badge"] : ["change", "newPin", "badge", "remove"];
  };
  const act = (person: Person) => (chosen: Act) => {
    setSaid("");
    if (chosen === "change" || chosen === "newPin") return setTask({ act: chosen, person });
    const { personId, name, userId, role } = person;
    if (chosen === "badge") print.mutate({ personId });
    else save.mutate({ personId, name, userId, role, active: chosen === "undoRemove" });
  };
  const body = () => {
    switch (task?.act) {
      case "add":
        return <PersonForm roles={roles} withPin confirm={t("people.panel.add")} {...form} />;
      case "change":
        return (
          <PersonForm
            person={task.person}
            {...(isLastOwner(task.person) ? {} : { roles })}
            confirm={t("people.panel.save")}
            {...form}
          />
        );
      case "newPin":
        return <NewPinForm person={task.person} {...form} />;
      case undefined:
        return (
          <>
            <ul className="list">
              {people
                .filter(({ active }) => active || withRemoved)
                .map((person) => (
                  <PersonRow
                    key={person.personId}
                    person={person}
                    acts={actsOn(person)}
                    onAct={act(person)}
                  />
                ))}
            </ul>
            <div className="row between gap-8">
              <Button
                variant="default"
                data-adds
                onClick={() => {
                  setSaid("");
                  setTask({ act: "add" });
                }}
              >
                <SettingName of="people.panel.add" />
              </Button>
              {people.every(({ active }) => active) ? null : (
                <Switch
                  label={t("people.panel.removed")}
                  checked={withRemoved}
                  onChange={(event) => setWithRemoved(event.currentTarget.checked)}
                />
              )}
            </div>
          </>
        );
    }
  };
  return (
    <Panel title={t("people.panel.title")}>
      <div className={classes.stack} ref={panel} data-testid="people-panel">
        <ErrorPanel error={list.error} onRetry={() => list.refetch()} />
        {list.data === undefined ? list.error === null ? <Loading /> : null : body()}
        <ErrorPanel error={save.error} />
        <PrintedNotice
          printed={print.data}
          error={print.error}
          untouched={t("people.panel.untouched")}
          paperOnly
        />
        <p className={classes.hint} aria-live="polite">
          {said}
        </p>
      </div>
    </Panel>
  );
}

/** After which time without use it locks. */
function LockPanel({ status }: { status: PeopleStatus }) {
  const { t } = useTranslation();
  const configure = useSend("people.configure");
  return (
    <Panel title={t("people.panel.lockTitle")}>
      <NativeSelect
        label={<SettingName of="people.panel.lockAfter" />}
        value={String(status.lockAfterMinutes)}
        onChange={({ currentTarget: { value } }) =>
          configure.mutate({
            lockAfterMinutes: LOCK_AFTER_MINUTES.find((minutes) => String(minutes) === value) ?? null,
          })
        }
        data={[
          ...LOCK_AFTER_MINUTES.map((count) => ({
            value: String(count),
            label: t("people.panel.minutes", { count }),
          })),
          { value: "null", label: t("people.panel.neverLock") },
        ]}
      />
      <ErrorPanel error={configure.error} />
    </Panel>
  );
}

/** What a button opens in its panel, and how it ended. */
function Opened({
  words,
  text,
  form,
}: {
  words: ReactNode;
  text: string;
  form: (end: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const end = () => {
    setOpen(false);
    focusOnceDrawn(() => panel.current?.querySelector<HTMLElement>("button"));
  };
  return (
    <div className={classes.stack} ref={panel}>
      <p className={classes.hint}>{text}</p>
      {isOpen ? (
        form(end)
      ) : (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {words}
          </Button>
        </div>
      )}
    </div>
  );
}

function RenewPanel() {
  const { t } = useTranslation();
  const renew = usePinCall("people.renewCode");
  const submit = async (end: () => void) => {
    const made = await renew.send({});
    if (made === null) return;
    end();
    showRecoveryCode(made.recoveryCode, nothing);
  };
  return (
    <Panel title={t("pin.code.name")}>
      <Opened
        words={<SettingName of="pin.panel.newCode" />}
        text={t("people.panel.codeText")}
        form={(end) => (
          <PinForm
            text={t("pin.panel.newCodeText")}
            confirm={t("pin.panel.makeCode")}
            call={renew}
            onSubmit={() => submit(end)}
            onBack={end}
          >
            {null}
          </PinForm>
        )}
      />
    </Panel>
  );
}

/** Who works here and what they may do; and for everybody who works, their own PIN. */
export function PeoplePanels() {
  const { t } = useTranslation();
  const status = useChannel("people.status", {}).data;
  const may = useMay("people");
  useEffect(() => offerTopic(may === "never" ? "people" : "people-and-roles"), [may]);
  if (status?.standing.state !== "working") return null;
  const { role } = status.standing.person;
  return (
    <>
      {may === "never" ? null : (
        <>
          <AllowanceNote of={may} />
          <PeopleList by={role} />
          <LockPanel status={status} />
          <RolesPanel status={status} isOwner={role === "owner"} />
          <RenewPanel />
        </>
      )}
      <Panel title={<SettingName of="people.panel.ownPin" />}>
        <Opened
          words={t("pin.panel.change")}
          text={t("people.panel.ownPinText")}
          form={(end) => <ChangeForm onKeep={end} onDone={end} />}
        />
      </Panel>
    </>
  );
}
