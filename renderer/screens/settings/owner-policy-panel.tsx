import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Policy, PolicyField } from "../../../contract/channels/policy.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useChannel } from "../../client/queries.ts";
import { reasonWords } from "../../i18n/error-words.ts";
import { leftToRight } from "../../i18n/format.ts";
import { Code } from "../../ui/code.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./settings.module.css";

/** What each field was set to, in words, in the order of the list. */
const WORDS: { [Field in PolicyField]: (t: TFunction, value: NonNullable<Policy[Field]>) => string } = {
  serviceUrl: (_t, url) => leftToRight(url),
  tenantId: (_t, id) => leftToRight(String(id)),
  language: (_t, language) => (language === "ar" ? "العربية" : "English"),
  theme: (t, theme) =>
    ({
      system: t("settings.look.themeSystem"),
      light: t("settings.look.themeLight"),
      dark: t("settings.look.themeDark"),
    })[theme],
  updates: (t, { server }) => (server === null ? t("byPolicy.never") : leftToRight(server)),
  pinAsksFor: (t, actions) => actions.map((action) => t(`pin.action.${action}`)).join(" · "),
  secondBackupFolder: (_t, folder) => leftToRight(folder),
  requestDeadlineSeconds: (t, count) => t("byPolicy.seconds", { count }),
  support: (t, contact) => t("byPolicy.contact", contact),
};
const isField = (name: string): name is PolicyField => Object.hasOwn(WORDS, name);

/** The words for a field; null where the policy leaves it open. */
function wordsOf<Field extends PolicyField>(t: TFunction, policy: Policy, field: Field): string | null {
  const value = policy[field];
  return value == null ? null : WORDS[field](t, value);
}

function Fixed({ policy }: { policy: Policy }) {
  const { t } = useTranslation();
  const lines = Object.keys(WORDS)
    .filter(isField)
    .flatMap((field) => {
      const words = wordsOf(t, policy, field);
      return words === null ? [] : [{ field, words }];
    });
  if (lines.length === 0) return <p className={classes.hint}>{t("byPolicy.holdsNothing")}</p>;
  return (
    <>
      <p className={classes.hint}>{t("byPolicy.holds")}</p>
      <ul className={`${classes.codes} bare`}>
        {lines.map(({ field, words }) => (
          <li key={field} className="row between gap-4-16 pad-y-6">
            <span className={`${classes.label} medium`}>{t(`field.${field}`)}</span>
            <span className="breaks min-w-0">{words}</span>
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
      <p className="before-8">{t(`byPolicy.refusal.${why}`)}</p>
      {issues.length === 0 ? null : (
        <ul className="after-4 indent">
          {issues.map((issue) => (
            <li key={`${issue.field} ${issue.reason}`}>
              {t("byPolicy.issue", { field: leftToRight(issue.field), reason: reasonWords(t, issue) })}
            </li>
          ))}
        </ul>
      )}
      <p className="before-8">{t("byPolicy.unusableText")}</p>
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
