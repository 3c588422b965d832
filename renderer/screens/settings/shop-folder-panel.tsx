import { NativeSelect, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ListState, ShopFolderState } from "../../../contract/channels/shop-folder.ts";
import { useMay } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats, useOwnerPolicy } from "../../client/settings.ts";
import { ErrorPanel, HelpLink } from "../../features/help.tsx";
import { AllowanceNote, WhereMaySet } from "../../features/people/allowance-note.tsx";
import { COUNTERS_PATH, SettingName } from "../../features/settings-sections.tsx";
import { changesPath, listAge, listTrouble, waitsForPerson } from "../../features/shop-folder/list-age.ts";
import { PlaceForm } from "../../features/shop-folder/place-form.tsx";
import { FolderError } from "../../features/shop-folder/trouble.tsx";
import { useFixed } from "../../features/shop-folder/use-fixed.ts";
import { useFolderSend } from "../../features/shop-folder/use-folder-send.ts";
import { useNow } from "../../lib/time.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Notice, OwnerFixed } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import { TimeAgo, useAgo } from "../../ui/time-ago.tsx";
import { FolderDrillPanel, KeyPanel } from "./backup-key-panel.tsx";
import classes from "./settings.module.css";

const ABILITIES = ["putIfAbsent", "rename", "list"] as const;

/** What was found when the place was tried, each in a sentence. */
function Abilities({ can }: { can: NonNullable<ShopFolderState["can"]> }) {
  const { t } = useTranslation();
  return (
    <div>
      <h3 className="text strong before-4">{t("shopFolder.canTitle")}</h3>
      <ul className="stack gap-8 list">
        {ABILITIES.map((ability) => {
          const has = can[ability];
          const Icon = has ? IconCircleCheck : IconAlertTriangle;
          return (
            <li key={ability} className="grid rest-beside gap-8 top">
              <Icon
                size="1.125rem"
                stroke={1.8}
                aria-hidden="true"
                className={`${has ? "good" : "warn"} on-middle`}
              />
              <span>{t(`shopFolder.can.${ability}.${has ? "yes" : "no"}`)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The way out of it: what is lost by it comes first. */
function Remove({ held }: { held: number }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const set = useFolderSend("shopFolder.set");
  if (!asking)
    return (
      <Button variant="default" onClick={() => setAsking(true)}>
        {t("shopFolder.remove")}
      </Button>
    );
  return (
    <div role="alert" className="full-row">
      <Notice kind="warn">
        <p className="before-12">{t("shopFolder.removeText")}</p>
        {held === 0 ? null : <p className="before-12">{t("shopFolder.fence.goOnText")}</p>}
        <div className="wrap gap-8">
          <Button busy={set.isPending} onClick={() => set.mutate({ place: null })}>
            {t("shopFolder.removeSure")}
          </Button>
          <Button variant="default" onClick={() => setAsking(false)}>
            {t("action.cancel")}
          </Button>
        </div>
        <ErrorPanel error={set.error} />
      </Notice>
    </div>
  );
}

/** Where it is, whether it answers, and what it can do. */
function PlacePanel({ state }: { state: ShopFolderState }) {
  const { t } = useTranslation();
  const ago = useAgo();
  const [changing, setChanging] = useState(false);
  const [saved, setSaved] = useState(false);
  const look = useFolderSend("shopFolder.refresh");
  const { place, kind, lastContactAt, trouble, can } = state;
  const { fixed, blind } = useOwnerPolicy();
  const isFixed = fixed.shopFolder !== undefined;
  const may = useMay("settings");
  return (
    <Panel title={t("field.shopFolder")} aside={kind === null ? undefined : t(`shopFolder.kinds.${kind}`)}>
      <div className={classes.stack} data-testid="shop-folder">
        {place === null ? null : <Code>{place}</Code>}
        <div aria-live="polite" className={classes.stack}>
          {saved ? <Notice kind="good">{t("shopFolder.saved")}</Notice> : null}
          {trouble === null ? null : (
            <Notice kind="warn" title={t(`shopFolder.trouble.${trouble.code}.what`)}>
              {t(`shopFolder.trouble.${trouble.code}.todo`)}
              <p className="note flush">
                <TimeAgo at={trouble.at} />
              </p>
            </Notice>
          )}
          <p className={classes.hint}>
            {lastContactAt === null
              ? t("shopFolder.notReached")
              : t("shopFolder.reached", {
                  ago: ago(lastContactAt),
                })}
          </p>
        </div>
        {can === null ? null : <Abilities can={can} />}
        {changing ? (
          <WhereMaySet>
            <PlaceForm
              state={state}
              onSaved={() => {
                setChanging(false);
                setSaved(true);
              }}
              onCancel={() => setChanging(false)}
            />
          </WhereMaySet>
        ) : (
          <div className="wrap gap-8">
            <Button
              variant="default"
              busy={look.isPending}
              onClick={() => {
                setSaved(false);
                look.mutate({});
              }}
            >
              {t("shopFolder.lookNow")}
            </Button>
            {blind || may === "never" || (isFixed && kind === "folder") ? null : (
              <Button variant="default" onClick={() => setChanging(true)}>
                {t(isFixed ? "shopFolder.giveKey" : "shopFolder.change")}
              </Button>
            )}
            {isFixed || blind || may === "never" ? null : <Remove held={state.fence.held} />}
          </div>
        )}
        {isFixed || blind ? (
          <OwnerFixed words={t(isFixed ? "byPolicy.fixed" : "byPolicy.blind")} />
        ) : (
          <AllowanceNote of={may} never={t("approval.noSettings")} />
        )}
        <FolderError error={trouble === null ? look.error : null} />
        <HelpLink page="shop-folder" />
      </div>
    </Panel>
  );
}

/** What the owner and the other counters call this one; saved when the field is left. */
function NamePanel({ name }: { name: string }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(name);
  const set = useFolderSend("shopFolder.configure");
  const save = () => {
    const wanted = typed.trim();
    if (wanted === "") setTyped(name);
    else if (wanted !== name) set.mutate({ name: wanted });
  };
  return (
    <Panel title={t("shopFolder.nameTitle")}>
      <WhereMaySet>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextInput
            label={<SettingName of="shopFolder.name" />}
            description={t("shopFolder.nameHint")}
            value={typed}
            maxLength={100}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={save}
            data-testid="counter-name"
          />
        </form>
      </WhereMaySet>
      <ErrorPanel error={set.error} />
    </Panel>
  );
}

const SHARES = [0, 1, 2, 5, 10, 20, 50, 100];

/** How much a list may change before somebody has to look. */
function Rules({ state }: { state: ShopFolderState }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const set = useFolderSend("shopFolder.configure");
  const { rules } = state;
  const fixed = useFixed("rules", state);
  const wordsOf = (percent: number): string =>
    percent === 0
      ? t("shopFolder.rules.any")
      : percent === 100
        ? t("shopFolder.rules.never")
        : t("shopFolder.rules.more", { percent: formats.decimal(String(percent)) });
  const share = (of: "rows" | "prices", name: keyof typeof rules) => (
    <NativeSelect
      label={<SettingName of={`shopFolder.rules.${of}`} />}
      value={String(rules[name])}
      data={[...new Set([...SHARES, rules[name]])]
        .sort((a, b) => a - b)
        .map((percent) => ({ value: String(percent), label: wordsOf(percent) }))}
      onChange={({ currentTarget: { value } }) => set.mutate({ rules: { ...rules, [name]: Number(value) } })}
    />
  );
  return (
    <div className={classes.stack}>
      <h3 className="text strong flush">{t("shopFolder.rules.title")}</h3>
      <p className={classes.hint}>{t("shopFolder.rules.text")}</p>
      {fixed !== null ? (
        <>
          <p>
            {t("shopFolder.rules.rows")}: {wordsOf(rules.rowsPercent)}
          </p>
          <p>
            {t("shopFolder.rules.prices")}: {wordsOf(rules.pricesPercent)}
          </p>
          <OwnerFixed words={fixed} />
        </>
      ) : (
        <WhereMaySet>
          {share("rows", "rowsPercent")}
          {share("prices", "pricesPercent")}
        </WhereMaySet>
      )}
      <ErrorPanel error={set.error} />
    </div>
  );
}

const TRUST_KINDS = { unsigned: "warn", out_of_date: "warn", refused: "bad" } as const;

/** Who signs the lists: a quiet line where all is well. */
function Trust({ trust: { state, expiresAt, root } }: { trust: ShopFolderState["trust"] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const until = expiresAt === null ? "" : formats.date(expiresAt);
  const words =
    state === "signed" && expiresAt === null
      ? t("shopFolder.trust.signedNoEnd")
      : t(`shopFolder.trust.${state}`, { until });
  return (
    <div>
      {state === "none" || state === "signed" ? (
        <p className="line gap-6">
          {state === "none" ? null : (
            <IconCircleCheck size="1.125rem" stroke={1.8} aria-hidden="true" className="good fixed" />
          )}
          {words}
        </p>
      ) : (
        <Notice kind={TRUST_KINDS[state]} title={t(`shopFolder.trust.badge.${state}`)}>
          {words}
        </Notice>
      )}
      {root === null ? null : (
        <p className="note after-4">
          {t("shopFolder.trust.root")} <Code short>{root}</Code>
        </p>
      )}
    </div>
  );
}

function ListLine({ list, trust }: { list: ListState; trust: ShopFolderState["trust"]["state"] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const ago = useAgo();
  const { next, version, takenAt, checkedAt, trouble } = list;
  const age = listAge(list, trust, now);
  // Of a list that is in order the last contact with the folder, which is above, says it.
  const isCheckSaid = checkedAt !== null && (takenAt === null || age !== "fresh");
  return (
    <li className="stack gap-4 pad-y-8 line-above">
      <div className="row between gap-0-16">
        <span className="medium">{t(`list.${list.list}`)}</span>
        <span className={age === "fresh" || age === "unknown" ? "note" : "note warn"}>
          {version === null ? null : (
            <>{t("shopFolder.lists.version", { version: formats.count(version) })} · </>
          )}
          {takenAt === null ? null : (
            <>
              {t("shopFolder.lists.taken")} <TimeAgo at={takenAt} />
            </>
          )}
          {takenAt !== null && isCheckSaid ? " · " : null}
          {isCheckSaid ? (
            <>
              {t("shopFolder.lists.checked")} <TimeAgo at={checkedAt} />
            </>
          ) : null}
          {takenAt === null && checkedAt === null ? t("shopFolder.lists.never") : null}
        </span>
      </div>
      {next === null ? null : (
        <p className="note flush">
          {t(`shopFolder.lists.waits.${next.waitsFor}`, { version: formats.count(next.version) })}{" "}
          {waitsForPerson(list) ? (
            <Link href={changesPath(list.list)}>{t("shopFolder.lists.see")}</Link>
          ) : null}
        </p>
      )}
      {trouble === null ? null : (
        <p className="note warn flush">
          {t(`shopFolder.lists.trouble.${listTrouble(trouble.code)}`, {
            ago: ago(trouble.at),
          })}
        </p>
      )}
    </li>
  );
}

function ListsPanel({ state }: { state: ShopFolderState }) {
  const { t } = useTranslation();
  const { lists, trust } = state;
  return (
    <Panel title={t("shopFolder.lists.title")}>
      <div className={classes.stack}>
        <Trust trust={trust} />
        {lists.length === 0 ? (
          <p className={classes.hint}>{t("shopFolder.lists.none")}</p>
        ) : (
          <ul className="list" data-testid="folder-lists">
            {lists.map((list) => (
              <ListLine key={list.list} list={list} trust={trust.state} />
            ))}
          </ul>
        )}
        <Rules state={state} />
      </div>
    </Panel>
  );
}

/** The others: their state, and what is done when a computer is gone. */
function OthersPanel() {
  const { t } = useTranslation();
  const maySee = useMay("settings");
  const mayTake = useMay("settings", "people");
  if (maySee === "never") return null;
  return (
    <Panel title={t("shopFolder.counters.title")}>
      <p className={classes.hint}>{t("shopFolder.counters.text")}</p>
      <p className="wrap gap-8-24 flush">
        <Link href={COUNTERS_PATH} className="accent inline target">
          {t("shopFolder.counters.open")}
        </Link>
        {mayTake === "never" ? null : (
          <Link href="/connect/takeover" className="accent inline target">
            {t("takeover.open")}
          </Link>
        )}
      </p>
    </Panel>
  );
}

/** No shop folder: one quiet line, and the way to one. */
function NoFolder() {
  const { t } = useTranslation();
  const state = useChannel("shopFolder.get", {}).data;
  const [choosing, setChoosing] = useState(false);
  const { blind } = useOwnerPolicy();
  return (
    <Panel title={t("field.shopFolder")}>
      <div className={classes.stack} data-testid="shop-folder">
        <p className={classes.hint}>{t("shopFolder.none")}</p>
        {blind ? <OwnerFixed words={t("byPolicy.blind")} /> : null}
        <WhereMaySet>
          {blind ? null : choosing ? (
            <PlaceForm state={state} onSaved={() => setChoosing(false)} onCancel={() => setChoosing(false)} />
          ) : (
            <div className="wrap gap-8">
              <Button variant="default" onClick={() => setChoosing(true)} data-testid="shop-folder-set-up">
                <SettingName of="shopFolder.setUp" />
              </Button>
            </div>
          )}
        </WhereMaySet>
      </div>
    </Panel>
  );
}

/** The one place that the counters of a shop share: where it is, what comes from it, and what goes to it. */
export default function ShopFolderPanels() {
  const { t } = useTranslation();
  const { data, error, refetch } = useChannel("shopFolder.get", {});
  if (data === undefined)
    return (
      <Panel title={t("field.shopFolder")}>
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  if (data.place === null) return <NoFolder />;
  return (
    <>
      <PlacePanel state={data} />
      <NamePanel key={data.name} name={data.name} />
      <ListsPanel state={data} />
      <KeyPanel state={data} />
      {data.backups.recipient === null ? null : <FolderDrillPanel />}
      <OthersPanel />
    </>
  );
}
