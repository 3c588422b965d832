import { Switch } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Consents } from "../../../contract/channels/connection.ts";
import type { Policy, PolicyField } from "../../../contract/channels/policy.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { channelKey, useChannel, useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { SettingName } from "../../features/settings-sections.tsx";
import { reasonWords } from "../../i18n/error-words.ts";
import { leftToRight } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import classes from "./settings.module.css";

type Name = keyof Consents;
const NAMES = ["resendUnknown", "confirmAnySuccess"] as const satisfies readonly Name[];
/** Where each switch's words are. */
const WORDS = { resendUnknown: "policy", confirmAnySuccess: "anySuccess" } as const;

/** One word of the owner's. On is a promise about the service, so it takes a second press. */
function PolicySwitch({ name }: { name: Name }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const policy = useChannel("policy.get", {});
  const set = useSend("policy.set", {
    onSuccess: (value) => client.setQueryData(channelKey("policy.get", {}), value),
  });
  const [asking, setAsking] = useState(false);
  const counts = useChannel("sync.status", {}).data?.counts;
  const unknown = name === "resendUnknown" ? (counts?.outcome_unknown ?? 0) : 0;
  const on = policy.data?.[name] ?? false;
  const words = WORDS[name];
  return (
    <>
      <Switch
        label={<SettingName of={`settings.${words}.label`} />}
        description={on ? t(`settings.${words}.on`) : t(`settings.${words}.off`)}
        checked={on}
        disabled={policy.data === undefined}
        onChange={(event) => {
          if (event.currentTarget.checked) setAsking(true);
          else if (!set.isPending) set.mutate({ [name]: false });
        }}
      />
      {asking && !on ? (
        <div role="alert">
          <Notice kind="warn">
            <p className="before-12">{t(`settings.${words}.warning`)}</p>
            {unknown === 0 ? null : (
              <p className="before-12">{t("settings.policy.now", { count: unknown })}</p>
            )}
            <div className="wrap gap-8">
              <Button
                busy={set.isPending}
                onClick={() => set.mutate({ [name]: true }, { onSettled: () => setAsking(false) })}
              >
                {t(`settings.${words}.confirm`)}
              </Button>
              <Button variant="default" onClick={() => setAsking(false)}>
                {t("settings.policy.keep")}
              </Button>
            </div>
          </Notice>
        </div>
      ) : null}
      <ErrorPanel error={policy.error ?? set.error} />
    </>
  );
}

/** What the owner says of this service: what it does with repeats, and what its success means. */
export function PolicyPanel() {
  const { t } = useTranslation();
  return (
    <Panel title={t("settings.policy.title")}>
      <div className={classes.stack}>
        {NAMES.map((name) => (
          <PolicySwitch key={name} name={name} />
        ))}
      </div>
    </Panel>
  );
}

/** What each field was set to, in words, in the order of the list. */
const FIELD_WORDS: { [Field in PolicyField]: (t: TFunction, value: NonNullable<Policy[Field]>) => string } = {
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
  roles: (t) => t("byPolicy.roles"),
  secondBackupFolder: (_t, folder) => leftToRight(folder),
  shopFolder: (_t, { place }) => leftToRight(place),
  monitoring: (_t, { textfile, otlp }) =>
    [textfile, otlp].flatMap((where) => (where === undefined ? [] : [leftToRight(where)])).join(" · "),
  requestDeadlineSeconds: (t, count) => t("byPolicy.seconds", { count }),
  support: (t, contact) => t("byPolicy.contact", contact),
};
const isField = (name: string): name is PolicyField => Object.hasOwn(FIELD_WORDS, name);

/** The words for a field; null where the policy leaves it open. */
function wordsOf<Field extends PolicyField>(t: TFunction, policy: Policy, field: Field): string | null {
  const value = policy[field];
  return value == null ? null : FIELD_WORDS[field](t, value);
}

function Fixed({ policy }: { policy: Policy }) {
  const { t } = useTranslation();
  const lines = Object.keys(FIELD_WORDS)
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
