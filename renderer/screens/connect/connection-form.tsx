import { notifications } from "@mantine/notifications";
import { IconSchool } from "@tabler/icons-react";
import { useContext, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { invoke, replyErrorOf } from "../../client/api.ts";
import { useMay } from "../../client/may.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { AllowanceNote } from "../../features/people/allowance-note.tsx";
import { LoadBackup } from "../../features/recovery/load-backup.tsx";
import { issuesOf, reasonWords } from "../../i18n/error-words.ts";
import { useNow } from "../../lib/time.ts";
import { Button } from "../../ui/button.tsx";
import { issueWords } from "../../ui/field.ts";
import { Notice, SupportDetails } from "../../ui/notice.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import classes from "./connect.module.css";
import { DevicePanel, ServicePanel, TokenPanel } from "./service-panel.tsx";
import {
  type Fixed,
  formField,
  LeadHome,
  missingFields,
  saveInput,
  useConnectionForm,
} from "./use-connection-form.ts";

/** One click to a sample shop. */
function PracticePanel({ active }: { active: boolean }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const current = useChannel("connection.list", {}).data?.connections.find((known) => known.current);
  const left = current?.unsent ?? 0;
  const start = useSend("practice.start", { onSuccess: useContext(LeadHome) });
  return (
    <Panel title={t("rehearsal.title")}>
      <p className={`${classes.text} before-12 dim`}>{t("connect.practice.text")}</p>
      {active ? (
        <>
          <p className={`${classes.text} before-12 dim`}>{t("connect.practice.active")}</p>
          <Button variant="default" onClick={() => navigate("/connect/practice")}>
            {t("connect.practice.open")}
          </Button>
        </>
      ) : (
        <>
          {left > 0 ? (
            <p className={`${classes.text} before-12 dim`}>
              {t("connect.practice.leaving", { count: left, tenant: String(current?.tenantId ?? "") })}
            </p>
          ) : null}
          <Button
            variant="default"
            leftSection={<IconSchool size="1.125rem" stroke={1.7} aria-hidden="true" />}
            busy={start.isPending}
            onClick={() => start.mutate({})}
          >
            {t("action.startPractice")}
          </Button>
        </>
      )}
      <ErrorPanel error={start.error} />
    </Panel>
  );
}

/** For a computer without a connection: the quiet way to another's place. */
function TakeoverOffer() {
  const { t } = useTranslation();
  return (
    <Panel title={t("takeover.offer")}>
      <p className={`${classes.text} before-12 dim`}>{t("takeover.offerText")}</p>
      <Link href="/connect/takeover" className="accent inline target">
        {t("takeover.open")}
      </Link>
    </Panel>
  );
}

type Known = ChannelOutput<"connection.list">["connections"][number];

function KnownLine({ known, onUse }: { known: Known; onUse: () => void }) {
  const { t } = useTranslation();
  const marks = [
    known.current ? t("connect.others.current") : null,
    known.practice ? t("connect.others.practice") : null,
    known.unsent === null ? t("connect.others.notKnown") : null,
    known.unsent === 0 ? t("connect.others.allSent") : null,
    known.unsent ? t("connect.others.unsent", { count: known.unsent }) : null,
  ].filter((mark) => mark !== null);
  return (
    <li className={classes.known}>
      <div className={`${classes.knownWords} min-w-0`}>
        <p className={classes.label}>
          {t("nav.whose", { tenant: String(known.tenantId), user: String(known.userId) })}
        </p>
        <p className="small mono breaks">
          <bdi dir="ltr">{known.serviceUrl}</bdi>
        </p>
        <p className="note">{marks.join(" · ")}</p>
      </div>
      {known.current ? null : (
        <Button variant="default" onClick={onUse}>
          {t("connect.others.use")}
        </Button>
      )}
    </li>
  );
}

interface KnownConnectionsProps {
  serviceUrl: string;
  tenantId: string;
  onUse: (known: Known) => void;
}

/** Every connection with books on this computer and what it still has to send; a change names what stays behind. */
function KnownConnections({ serviceUrl, tenantId, onUse }: KnownConnectionsProps) {
  const { t } = useTranslation();
  const connections = useChannel("connection.list", {}).data?.connections ?? [];
  const current = connections.find((known) => known.current);
  if (connections.length === 0) return null;
  const left = current?.unsent;
  const leaves =
    current !== undefined &&
    tenantId.trim() !== "" &&
    (current.serviceUrl !== serviceUrl.trim().replace(/(?<!\/)\/+$/, "") ||
      String(current.tenantId) !== tenantId.trim());
  return (
    <Panel title={t("connect.others.title")}>
      {leaves && left !== 0 ? (
        <Notice kind="warn">
          {left == null
            ? t("connect.others.leavingUnknown", { tenant: `\u2068${current.tenantId}\u2069` })
            : t("connect.others.leaving", { count: left, tenant: String(current.tenantId) })}
        </Notice>
      ) : null}
      <ul className="list">
        {connections.map((known) => (
          <KnownLine key={`${known.tenantId} ${known.serviceUrl}`} known={known} onUse={() => onUse(known)} />
        ))}
      </ul>
    </Panel>
  );
}

type Checked = ChannelOutput<"connection.check">;
/** A certificate that ends sooner than this is worth a word now. */
const SOON_MS = 21 * 86_400_000;

function CertificateWords({ certificate }: { certificate: NonNullable<Checked["certificate"]> }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const words = { subject: certificate.subject, issuer: certificate.issuer };
  const ends = Date.parse(certificate.validTo);
  const until = Number.isNaN(ends) ? certificate.validTo : formats.date(new Date(ends).toISOString());
  return (
    <p className="note">
      {ends - now < SOON_MS
        ? t("connect.check.expiring", { ...words, until })
        : t("connect.check.certificate", { ...words, until })}
    </p>
  );
}

function Result({ checked }: { checked: Checked }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const duration = formats.duration(checked.elapsedMs);
  if (checked.problem !== null)
    return (
      <Notice
        kind={checked.problem === "not_secure" ? "bad" : "warn"}
        title={t(`connect.check.problem.${checked.problem}`)}
      >
        {checked.detail === null ? null : <SupportDetails>{checked.detail}</SupportDetails>}
        {checked.problem === "not_secure" ? null : <p className="note">{t("connect.check.entering")}</p>}
      </Notice>
    );
  return (
    <Notice
      kind="good"
      title={
        checked.encrypted ? t("connect.check.good", { duration }) : t("connect.check.plain", { duration })
      }
    >
      {checked.certificate === null ? undefined : <CertificateWords certificate={checked.certificate} />}
    </Notice>
  );
}

/** Says why an address can't be checked: a check marks no field. */
function Refused({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const [issue] = issuesOf(replyErrorOf(error));
  return issue === undefined ? (
    <ErrorPanel error={error} />
  ) : (
    <Notice kind="warn" title={reasonWords(t, issue)} />
  );
}

/** Asks whether the address answers and whom its certificate names; sends nothing to the books. */
function AddressCheck({ serviceUrl }: { serviceUrl: string }) {
  const { t } = useTranslation();
  const check = useSend("connection.check");
  const shown = check.variables?.serviceUrl === serviceUrl;
  return (
    <div>
      <div className={classes.held}>
        <Button
          variant="default"
          busy={check.isPending}
          disabled={serviceUrl.trim() === ""}
          onClick={() => check.mutate({ serviceUrl })}
        >
          {t("connect.check.button")}
        </Button>
        <span className="note flush">{t("connect.check.explain")}</span>
      </div>
      <div aria-live="polite" className={classes.result}>
        {shown && check.data !== undefined ? <Result checked={check.data} /> : null}
        {shown && check.error !== null ? <Refused error={check.error} /> : null}
      </div>
    </div>
  );
}

interface ConnectionFormProps {
  connection: ChannelOutput<"connection.get">;
  vault: ChannelOutput<"vault.status">;
  fixed: Fixed;
}

/** The connection as it is held now, to be changed. Practice's own address is no starting point for a real one. */
export function ConnectionForm({ connection, vault, fixed }: ConnectionFormProps) {
  const { t } = useTranslation();
  const held = connection === null || connection.practice ? null : connection;
  const may = useMay("settings");
  const [homeless, setHomeless] = useState<unknown>(null);
  const heldAs = held === null ? "none" : `${held.tenantId} ${held.serviceUrl}`;
  const [, navigate] = useLocation();
  const first = connection === null;
  const firstOpen =
    fixed.serviceUrl === undefined ? "serviceUrl" : fixed.tenantId === undefined ? "tenantId" : "userId";
  // A person who comes because the token is refused or missing comes to give one.
  const [wantsToken] = useState(useChannel("sync.status", {}).data?.state === "sign_in_needed");
  const start = first ? firstOpen : wantsToken ? "token" : null;
  const typing = useConnectionForm(
    heldAs,
    {
      serviceUrl: held?.serviceUrl ?? "",
      tenantId: String(held?.tenantId ?? ""),
      userId: String(held?.userId ?? ""),
      token: "",
      deviceId: "",
      remember: vault.canKeep,
      thisRunOnly: false,
    },
    fixed,
    start,
  );
  const { values } = typing;
  const formats = useFormats();
  const needed = missingFields(values);
  /** A first connection knows no goods yet: what comes next is their file. */
  const goOn = async (): Promise<void> => {
    const { kinds } = await invoke("mirror.counts", {});
    if (kinds.every(({ live }) => live === 0)) navigate("/reference-data/import");
  };
  const [saving, setSaving] = useState(false);
  const sending = useRef(false);
  /** Not by `useSend`: what is sent stays in the query cache for minutes, and this holds the token. */
  const save = async () => {
    if (sending.current) return;
    sending.current = true;
    setSaving(true);
    try {
      const { tenantId } = await invoke("connection.save", saveInput(values, vault.canKeep));
      typing.noteSaved();
      notifications.show({ message: t("connect.saved", { tenant: String(tenantId) }) });
      if (first) goOn().catch(setHomeless);
    } catch (error) {
      const { words, whole } = issueWords(error, t, formField);
      typing.refuse(words);
      if (!whole) setHomeless(error);
    } finally {
      sending.current = false;
      setSaving(false);
    }
  };
  const submit = () => {
    const required = t("errors.reason.required");
    const wrong: Record<string, string> = Object.fromEntries(
      missingFields(values).map((field) => [field, required]),
    );
    const undecided = values.token !== "" && !vault.canKeep && !values.thisRunOnly;
    if (undecided && Object.keys(wrong).length === 0) wrong.thisRunOnly = t("connect.token.needChoice");
    typing.refuse(wrong);
    if (Object.keys(wrong).length > 0) return;
    setHomeless(null);
    void save();
  };
  return (
    <Page
      title={t("nav.screen.connect")}
      description={t("connect.description")}
      // As long as something is missing the button is quiet, and what it waits for is beside it.
      main={{
        words: t("connect.save"),
        combo: "Mod+Enter",
        run: submit,
        busy: saving,
        quiet: needed.length > 0,
      }}
      others={
        needed.length === 0 ? undefined : (
          <span className="note flush">
            {t("connect.needed", {
              fields: formats.list(needed.map((name) => t(`field.${name}`))),
            })}
          </span>
        )
      }
    >
      <AllowanceNote of={may} />
      <ErrorPanel error={homeless} />
      <div className={classes.columns}>
        <form
          ref={typing.form}
          className="grid gap-16"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
          noValidate
        >
          <ServicePanel typing={typing} />
          <TokenPanel typing={typing} vault={vault} hasToken={held?.hasToken ?? false} />
          <DevicePanel typing={typing} connection={connection}>
            <AddressCheck serviceUrl={values.serviceUrl} />
          </DevicePanel>
          <button type="submit" hidden />
        </form>
        <div className="grid gap-16">
          <PracticePanel active={connection?.practice ?? false} />
          <LoadBackup />
          {first ? <TakeoverOffer /> : null}
          <KnownConnections
            serviceUrl={values.serviceUrl}
            tenantId={values.tenantId}
            onUse={({ serviceUrl, tenantId, userId }) =>
              typing.change({ serviceUrl, tenantId: String(tenantId), userId: String(userId) })
            }
          />
        </div>
      </div>
    </Page>
  );
}
