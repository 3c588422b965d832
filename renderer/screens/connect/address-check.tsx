import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { replyErrorOf } from "../../client/api.ts";
import { useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/use-formats.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { issuesOf, reasonWords } from "../../i18n/error-words.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SupportDetails } from "../../ui/support-details.tsx";
import classes from "./connect.module.css";

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
    <p className={classes.hint}>
      {ends - now < SOON_MS
        ? t("connect.check.expiring", { ...words, until })
        : t("connect.check.certificate", { ...words, until })}
    </p>
  );
}

function Result({ checked }: { checked: Checked }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const elapsed = formats.duration(checked.elapsedMs);
  if (checked.problem !== null)
    return (
      <Notice
        kind={checked.problem === "not_secure" ? "bad" : "warn"}
        title={t(`connect.check.problem.${checked.problem}`)}
      >
        {checked.detail === null ? null : <SupportDetails>{checked.detail}</SupportDetails>}
        {checked.problem === "not_secure" ? null : (
          <p className={classes.hint}>{t("connect.check.entering")}</p>
        )}
      </Notice>
    );
  return (
    <Notice
      kind="good"
      title={checked.encrypted ? t("connect.check.good", { elapsed }) : t("connect.check.plain", { elapsed })}
    >
      {checked.certificate === null ? undefined : <CertificateWords certificate={checked.certificate} />}
    </Notice>
  );
}

/** An address that can't be taken is told here in its own words: a check marks no field. */
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
export function AddressCheck({ serviceUrl }: { serviceUrl: string }) {
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
        <span className={classes.hint}>{t("connect.check.explain")}</span>
      </div>
      <div aria-live="polite" className={classes.result}>
        {shown && check.data !== undefined ? <Result checked={check.data} /> : null}
        {shown && check.error !== null ? <Refused error={check.error} /> : null}
      </div>
    </div>
  );
}
