import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Name } from "../../../ui/name.tsx";
import classes from "../catalogue.module.css";

interface NameCellProps {
  name: string;
  deleted: boolean;
  oneLine?: boolean;
}

/** A record's name, and whether it is deleted. */
export function NameCell({ name, deleted, oneLine = false }: NameCellProps) {
  const { t } = useTranslation();
  return (
    <span className={`${classes.name} line gap-8 min-w-0`} data-deleted={deleted}>
      <Name oneLine={oneLine}>{name === "" ? "—" : name}</Name>
      {deleted ? (
        <span className="bad small semi inline gap-4 fixed">
          <IconTrash size="0.875rem" stroke={1.8} aria-hidden="true" />
          {t("state.deleted")}
        </span>
      ) : null}
    </span>
  );
}

/** Stands for a value that is not known. */
export function Unknown() {
  return <span className="faint">—</span>;
}
