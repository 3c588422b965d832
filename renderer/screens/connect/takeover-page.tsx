import { Checkbox } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { ShopFolderState } from "../../../contract/channels/shop-folder.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { replyErrorOf } from "../../client/api.ts";
import { useMay } from "../../client/may.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useFormats, useOwnerPolicy } from "../../client/settings.ts";
import { ErrorPanel, HelpLink } from "../../features/help.tsx";
import { AllowanceNote } from "../../features/people/allowance-note.tsx";
import { isBadKey, KeyField } from "../../features/shop-folder/key-field.tsx";
import { PlaceForm } from "../../features/shop-folder/place-form.tsx";
import { FolderError } from "../../features/shop-folder/trouble.tsx";
import { useSecretly } from "../../features/shop-folder/use-secretly.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { EmptyState, Loading } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import classes from "./connect.module.css";

type Gone = ChannelOutput<"takeover.list">["counters"][number];
type Taken = ChannelOutput<"takeover.claim">;

/** The counters whose backups are in the folder: one of them is chosen. */
function Choice({
  counters,
  chosen,
  onChoose,
}: {
  counters: readonly Gone[];
  chosen: string | null;
  onChoose: (deviceId: string) => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const id = useId();
  return (
    <table className={`${classes.table} w-full`} data-testid="takeover-counters">
      <thead>
        <tr>
          <th scope="col">{t("takeover.name")}</th>
          <th scope="col">{t("takeover.backup")}</th>
          <th scope="col">{t("takeover.seen")}</th>
          <th scope="col" className={classes.number}>
            {t("takeover.size")}
          </th>
        </tr>
      </thead>
      <tbody>
        {counters.map(({ deviceId, name, backupAt, bytes, lastStatusAt, isAlive, claimedBy }) => (
          <tr key={deviceId}>
            <td>
              <label className="line gap-8 target">
                <input
                  type="radio"
                  name={id}
                  checked={deviceId === chosen}
                  onChange={() => onChoose(deviceId)}
                />
                <span>
                  <bdi>{name}</bdi>
                  {claimedBy === null && !isAlive ? null : (
                    <span className="note warn block">
                      {t(claimedBy === null ? "takeover.alive" : "takeover.claimed")}
                    </span>
                  )}
                </span>
              </label>
            </td>
            <td>
              <TimeAgo at={backupAt} />
            </td>
            <td>
              <TimeAgo at={lastStatusAt} />
            </td>
            <td className={classes.number}>{formats.bytes(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NEEDS_WORD = ["claimed", "seen_lately", "cannot_fence"] as const;

/** The key, and a person's word where the place can't be trusted with it. */
function Claim({
  counter,
  canFence,
  onTaken,
}: {
  counter: Gone;
  canFence: boolean;
  onTaken: (taken: Taken) => void;
}) {
  const { t } = useTranslation();
  const [key, setKey] = useState("");
  const [isGone, setGone] = useState(false);
  const claim = useSecretly("takeover.claim", onTaken);
  const warnings = [
    counter.isAlive ? t("takeover.mayBeAlive") : null,
    canFence ? null : t("takeover.noFence"),
    counter.isAlive || !canFence ? t("takeover.twice") : null,
    counter.claimedBy === null ? null : t("takeover.claimedText"),
  ].filter((words) => words !== null);
  // What was not known when the list was read may be the reason of a refusal.
  const refused = claim.error === null ? {} : replyErrorOf(claim.error).details;
  const { reason } = refused;
  const claimedBy = reason === "claimed" ? refused.byDeviceId : counter.claimedBy;
  const isAsked = warnings.length > 0 || NEEDS_WORD.some((known) => known === reason);
  return (
    <Panel title={t("shopFolder.ownerKey")}>
      <form
        className="stack gap-12"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim() === "" || (isAsked && !isGone)) return;
          void claim.send({
            deviceId: counter.deviceId,
            key: key.trim(),
            ...(isAsked ? { oldIsGone: true } : {}),
            ...(isAsked && typeof claimedBy === "string" ? { claimedBy } : {}),
          });
        }}
      >
        <KeyField value={key} onChange={setKey} error={claim.error} testId="takeover-key" isTitled />
        {isAsked ? (
          <>
            {warnings.length === 0 ? null : (
              <Notice kind="warn">
                {warnings.map((words) => (
                  <p key={words}>{words}</p>
                ))}
              </Notice>
            )}
            <Checkbox
              label={t("takeover.isGone")}
              checked={isGone}
              onChange={(event) => setGone(event.currentTarget.checked)}
              data-testid="old-is-gone"
            />
          </>
        ) : null}
        <div className="wrap gap-8">
          <Button
            type="submit"
            busy={claim.busy}
            disabled={key.trim() === "" || (isAsked && !isGone)}
            data-testid="takeover-claim"
          >
            {t("takeover.take")}
          </Button>
        </div>
        <FolderError error={isBadKey(claim.error) ? null : claim.error} />
      </form>
    </Panel>
  );
}

/** What was taken over, and what comes next. */
function Done({ taken }: { taken: Taken }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [, navigate] = useLocation();
  return (
    <Panel title={t("takeover.done")}>
      <div className="stack gap-12" data-testid="takeover-done" role="status">
        <Notice
          kind={taken.missingFiles === 0 ? "good" : "warn"}
          title={t("takeover.doneText", { when: formats.dateTime(taken.backupAt) })}
        >
          {t("takeover.entries", { count: taken.entries })}{" "}
          {taken.files === 0 ? null : t("takeover.files", { count: taken.files })}{" "}
          {taken.missingFiles === 0 ? null : t("takeover.missing", { count: taken.missingFiles })}{" "}
          {t("takeover.named", { name: taken.name })}
        </Notice>
        {taken.decisions === 0 ? null : (
          <Notice kind="warn">{t("takeover.decisions", { count: taken.decisions })}</Notice>
        )}
        {taken.fenced ? null : <Notice kind="warn">{t("takeover.notFenced")}</Notice>}
        <p>
          {taken.fenced ? t("takeover.fenced") : null} {t("takeover.token")}
        </p>
        <div className="wrap gap-8">
          <Button onClick={() => navigate("/connect")}>{t("takeover.enterToken")}</Button>
          {taken.decisions === 0 ? null : (
            <Button variant="default" onClick={() => navigate("/outbox?to-decide")}>
              {t("takeover.decide")}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** What the old computer handed over later, into this one. */
function Receive() {
  const { t } = useTranslation();
  const may = useMay("confirm");
  const [key, setKey] = useState("");
  const [data, setData] = useState<ChannelOutput<"takeover.receive"> | null>(null);
  const receive = useSecretly("takeover.receive", (value) => {
    setData(value);
    setKey("");
  });
  const choose = useSend("file.choose", {
    onSuccess: ({ path }) => {
      if (path !== null) void receive.send({ path, key: key.trim() });
    },
  });
  const lacksKey = key.trim() === "";
  if (may === "never") return null;
  return (
    <Panel title={t("takeover.later")}>
      <div className="stack gap-12">
        <p className="note">{t("takeover.laterText")}</p>
        <AllowanceNote of={may} />
        <KeyField value={key} onChange={setKey} error={receive.error} testId="receive-key" />
        <div className="wrap gap-8">
          <Button
            variant="default"
            busy={receive.busy}
            disabled={lacksKey}
            onClick={() => void receive.send({ key: key.trim() })}
          >
            {t("takeover.receive")}
          </Button>
          <Button
            variant="default"
            busy={choose.isPending || receive.busy}
            disabled={lacksKey}
            onClick={() => choose.mutate({ purpose: "handOver" })}
          >
            {t("takeover.receiveFile")}
          </Button>
        </div>
        <div aria-live="polite">
          {data === null ? null : (
            <Notice kind={data.entries === 0 ? "info" : "good"}>
              {data.entries === 0 ? t("takeover.nothing") : t("takeover.received", { count: data.entries })}{" "}
              {data.known === 0 ? null : t("takeover.known", { count: data.known })}{" "}
              {data.confirmed === 0 ? null : t("takeover.confirmed", { count: data.confirmed })}
            </Notice>
          )}
        </div>
        <FolderError error={choose.error ?? (isBadKey(receive.error) ? null : receive.error)} />
      </div>
    </Panel>
  );
}

/** Folder, counter and key, each below the one before it. */
function Steps({ state, onTaken }: { state: ShopFolderState; onTaken: (taken: Taken) => void }) {
  const { t } = useTranslation();
  const [changing, setChanging] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const isNamed = state.place !== null;
  const isFixed = useOwnerPolicy().fixed.shopFolder !== undefined;
  const list = useChannel("takeover.list", {}, { enabled: isNamed && !changing, eachTime: true });
  const counters = list.data?.counters;
  const counter = counters?.find(({ deviceId }) => deviceId === chosen);
  return (
    <>
      <Panel title={t("takeover.first")}>
        {isNamed && !changing ? (
          <div className="row between gap-4-16">
            <Code>{state.place ?? ""}</Code>
            {isFixed && state.kind === "folder" ? null : (
              <Button variant="default" onClick={() => setChanging(true)}>
                {t(isFixed ? "shopFolder.giveKey" : "shopFolder.change")}
              </Button>
            )}
          </div>
        ) : (
          <>
            <p className={`${classes.text} before-12 dim`}>{t("takeover.firstText")}</p>
            <PlaceForm
              state={state}
              onSaved={() => setChanging(false)}
              {...(isNamed ? { onCancel: () => setChanging(false) } : {})}
            />
          </>
        )}
      </Panel>
      {isNamed && !changing ? (
        <Panel title={t("takeover.second")}>
          <FolderError error={list.error} onRetry={() => void list.refetch()} />
          {counters === undefined ? (
            list.error === null && <Loading />
          ) : counters.length === 0 ? (
            <EmptyState title={t("takeover.none")}>{t("takeover.noneText")}</EmptyState>
          ) : (
            <Choice counters={counters} chosen={chosen} onChoose={setChosen} />
          )}
        </Panel>
      ) : null}
      {counter === undefined ? null : (
        <Claim
          key={counter.deviceId}
          counter={counter}
          canFence={state.can?.putIfAbsent !== false}
          onTaken={onTaken}
        />
      )}
    </>
  );
}

/** Takes the place of a counter whose computer is gone, and later what that computer had besides. */
export default function TakeoverPage() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const may = useMay("settings", "people");
  const state = useChannel("shopFolder.get", {});
  const connection = useChannel("connection.get", {}).data;
  const [taken, setTaken] = useState<Taken | null>(null);
  return (
    <Page
      title={t("takeover.title")}
      description={t("takeover.description")}
      others={
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size="1.125rem" stroke={1.7} aria-hidden="true" />}
          onClick={() => navigate("/connect")}
        >
          {t("takeover.back")}
        </Button>
      }
    >
      <div className={`${classes.takeover} grid gap-16`}>
        <HelpLink page="counter-gone" />
        <AllowanceNote of={may} />
        <ErrorPanel error={state.error} onRetry={() => void state.refetch()} />
        {taken !== null ? (
          <Done taken={taken} />
        ) : may === "never" ? null : state.data === undefined ? (
          state.error === null && <Loading />
        ) : (
          <Steps state={state.data} onTaken={setTaken} />
        )}
        {connection == null || state.data?.place == null || taken !== null ? null : <Receive />}
      </div>
    </Page>
  );
}
