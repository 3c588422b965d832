import { Combobox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Name } from "../../ui/name.tsx";
import type { RecordOption } from "./picker-kinds.ts";
import classes from "./record-picker.module.css";
import type { RecordOptions } from "./use-record-options.ts";

function Choice({ option }: { option: RecordOption }) {
  const { t } = useTranslation();
  return (
    <Combobox.Option value={option.id} className={classes.option}>
      <span className="grow min-w-0">
        <Name>{option.name}</Name>
      </span>
      {option.type === null ? null : (
        <span className="note">{t(`components.picker.type.${option.type}`)}</span>
      )}
      {option.deleted ? <span className="note">{t("components.picker.deleted")}</span> : null}
      <bdi dir="ltr" className="note mono">
        {option.id}
      </bdi>
    </Combobox.Option>
  );
}

/** The list below a picker: what fits, what else there is, and the typed id itself. */
export function RecordChoices({ options, typed }: { options: RecordOptions; typed: string }) {
  const { t } = useTranslation();
  const { fitting, others, freeId, searching } = options;
  const nothing = fitting.length + others.length === 0;
  return (
    <Combobox.Options mah="20rem" className="scroll-y">
      {fitting.map((option) => (
        <Choice key={option.id} option={option} />
      ))}
      {others.length === 0 ? null : (
        <Combobox.Group label={t("components.picker.others")}>
          {others.map((option) => (
            <Choice key={option.id} option={option} />
          ))}
        </Combobox.Group>
      )}
      {freeId === null ? null : (
        <Combobox.Option value={freeId} className={classes.option}>
          <span className="grow min-w-0">{t("components.picker.useId", { id: freeId })}</span>
          <span className="note">{t("components.picker.notInCatalogue")}</span>
        </Combobox.Option>
      )}
      {nothing && freeId === null ? (
        <Combobox.Empty>
          {searching
            ? t("components.picker.searching")
            : t(typed.trim() === "" ? "components.picker.nothingMirrored" : "components.picker.nothing")}
        </Combobox.Empty>
      ) : null}
    </Combobox.Options>
  );
}
