import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import type { Policy } from "../../../contract/policy.ts";
import { useChannel } from "../../client/queries.ts";
import { reasonWords } from "../../i18n/error-words.ts";
import { Code } from "../../ui/code.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./settings.module.css";

const isolated = (text: string) => `\u2066${text}\u2069`;

const FIELDS = [
  ...(["serviceUrl", "tenantId", "language", "theme", "updates", "pinAsksFor"] as const),
  "secondBackupFolder",
  "requestDeadlineSeconds",
] as const;
type Field = (typeof FIELDS)[number];

/** What a field was set to, in words; null where the policy leaves it open. */
function useValueWords(policy: Policy): (field: Field) => string | null {
  const { t } = useTranslation();
  const address = (server: string | null) => (server === null ? t("byPolicy.never") : isolated(server));
  return (field) => {
    if (policy[field] === undefined) return null;
    switch (field) {
      case "serviceUrl":
      case "tenantId":
      case "secondBackupFolder":
        return isolated(String(policy[field]));
      case "requestDeadlineSeconds":
        return t("byPolicy.seconds", { count: policy.requestDeadlineSeconds ?? 0 });
      case "language":
        return policy.language === "ar" ? "العربية" : "English";
      case "theme":
        return {
          system: t("settings.look.themeSystem"),
          light: t("settings.look.themeLight"),
          dark: t("settings.look.themeDark"),
        }[policy.theme ?? "system"];
      case "updates":
        return address(policy.updates?.server ?? null);
      case "pinAsksFor":
        return (policy.pinAsksFor ?? []).map((action) => t(`pin.action.${action}`)).join(" · ");
    }
  };
}

function Fixed({ policy }: { policy: Policy }) {
  const { t } = useTranslation();
  const wordsOf = useValueWords(policy);
  const lines = FIELDS.flatMap((field) => {
    const words = wordsOf(field);
    return words === null ? [] : [{ field, words }];
  });
  if (lines.length === 0) return <p className={classes.hint}>{t("byPolicy.holdsNothing")}</p>;
  return (
    <>
      <p className={classes.hint}>{t("byPolicy.holds")}</p>
      <ul className={classes.codes}>
        {lines.map(({ field, words }) => (
          <li key={field} className={classes.line}>
            <span className={classes.label}>{t(`byPolicy.field.${field}`)}</span>
            <span className={classes.policyValue}>{words}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type Unusable = Extract<ChannelOutput<"ownerPolicy.get">, { state: "unusable" }>;

function PolicyUnusable({ why, issues }: Unusable) {
  const { t } = useTranslation();
  return (
    <Notice kind="bad" title={t("byPolicy.unusable")}>
      <p className={classes.plainWords}>{t(`byPolicy.refusal.${why}`)}</p>
      {issues.length === 0 ? null : (
        <ul className={classes.plain}>
          {issues.map((issue) => (
            <li key={`${issue.field} ${issue.reason}`}>
              {t("byPolicy.issue", { field: isolated(issue.field), reason: reasonWords(t, issue) })}
            </li>
          ))}
        </ul>
      )}
      <p className={classes.plainWords}>{t("byPolicy.unusableText")}</p>
    </Notice>
  );
}

/** What the owner's policy file decides on this computer, or why it can't be used; nothing where there is none. */
export function OwnerPolicyPanel() {
  const { t } = useTranslation();
  const state = useChannel("ownerPolicy.get", {}).data;
  if (state === undefined || state.state === "none") return null;
  return (
    <Panel title={t("byPolicy.title")}>
      <div className={classes.stack} data-testid="owner-policy">
        {state.state === "holds" ? <Fixed policy={state.policy} /> : <PolicyUnusable {...state} />}
        <Code>{state.path}</Code>
      </div>
    </Panel>
  );
}
