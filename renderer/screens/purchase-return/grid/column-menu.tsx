import { ActionIcon, Menu } from "@mantine/core";
import { IconCheck, IconColumns3 } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { OPTIONAL_COLUMNS } from "../../../../contract/return-line.ts";
import { useSend } from "../../../client/queries.ts";
import { useSettings } from "../../../client/settings.ts";
import { type ColumnSet, isIn } from "../draft/shown-columns.ts";
import classes from "./line-grid.module.css";

/** Asks for columns that no line uses yet, or takes them away again. What a line uses stays. */
export const ColumnMenu = memo(function ColumnMenu({ used }: { used: ColumnSet }) {
  const { t } = useTranslation();
  const { returnColumns } = useSettings();
  const set = useSend("settings.set");
  return (
    <Menu position="bottom-end" closeOnItemClick={false} withinPortal>
      <Menu.Target>
        <ActionIcon
          className={classes.removeButton ?? ""}
          aria-label={t("purchaseReturn.columns.label")}
          title={t("purchaseReturn.columns.label")}
          data-testid="columns"
        >
          <IconColumns3 size="1.125rem" stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {OPTIONAL_COLUMNS.map((id) => {
          const asked = returnColumns.includes(id);
          return (
            <Menu.Item
              key={id}
              role="menuitemcheckbox"
              aria-checked={asked || isIn(used, id)}
              disabled={isIn(used, id)}
              data-testid={`columns-${id}`}
              leftSection={
                <IconCheck
                  size="1.125rem"
                  stroke={1.8}
                  aria-hidden="true"
                  className={asked || isIn(used, id) ? undefined : classes.unchecked}
                />
              }
              onClick={() =>
                set.mutate({
                  returnColumns: asked ? returnColumns.filter((one) => one !== id) : [...returnColumns, id],
                })
              }
            >
              {t(`purchaseReturn.column.${id}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
});
