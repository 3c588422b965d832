import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useChannel } from "../../client/queries.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./restore.module.css";
import { type RestoreItem, requestOf } from "./restore-plan.ts";
import { dropItem } from "./restore-store.ts";
import { useAskedBefore } from "./use-known-restores.ts";
import { useRecordWords } from "./use-sentence.ts";

function Asked({ item }: { item: RestoreItem }) {
  const { t } = useTranslation();
  const words = useRecordWords();
  const connection = useChannel("connection.get", {}).data;
  const request = connection == null ? null : requestOf(item, connection);
  return (
    <li className={classes.asked}>
      <div className="min-w-0">
        <p>{words(item)}</p>
        {request === null ? null : (
          <details>
            <summary>{t("restore.preview.request")}</summary>
            <pre dir="ltr">
              {`${request.method} ${request.path}\n`}
              {request.fields.map(([name, value]) => `${name}: ${value}`).join("\n")}
            </pre>
          </details>
        )}
      </div>
      <ActionIcon
        aria-label={t("restore.preview.drop", { record: words(item) })}
        onClick={() => dropItem(item.key)}
      >
        <IconX size="1.125rem" stroke={1.8} />
      </ActionIcon>
    </li>
  );
}

/** Each has a line of its own up to here; of a thousand, nobody reads more, and each costs a look-up. */
export const SHOWN = 50;

/** Exactly what will be asked of the service, before it is asked; and what nobody can know beforehand. */
export function Preview({ chosen }: { chosen: RestoreItem[] }) {
  const { t } = useTranslation();
  const again = useAskedBefore(chosen).before?.length ?? 0;
  return (
    <Panel title={t("restore.preview.title")} aside={t("restore.preview.chosen", { count: chosen.length })}>
      {chosen.length === 0 ? (
        <p className="dim after-8">{t("restore.preview.none")}</p>
      ) : (
        <>
          <p>{t("restore.preview.lead", { count: chosen.length })}</p>
          {again === 0 ? null : <Notice kind="warn">{t("restore.preview.again", { count: again })}</Notice>}
          <ol className="list" data-testid="restore-preview">
            {chosen.slice(0, SHOWN).map((item) => (
              <Asked key={item.key} item={item} />
            ))}
          </ol>
          {chosen.length <= SHOWN ? null : (
            <p className="dim after-8">{t("restore.preview.more", { count: chosen.length - SHOWN })}</p>
          )}
        </>
      )}
      <p className="dim after-8">{t("restore.preview.safe")}</p>
      <p className="dim after-8">{t("restore.preview.unknown")}</p>
    </Panel>
  );
}
