import { ActionIcon, SegmentedControl } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { SettingName } from "../../features/settings-sections.tsx";
import classes from "./settings.module.css";

interface SettingChoiceProps<Value extends string> extends ComponentProps<typeof SettingName> {
  value: Value;
  onChange: (value: Value) => void;
  data: { value: Value; label: string }[];
  /** Read and not chosen: no control that does nothing. */
  fixed?: boolean;
}

/** A setting with a few values, all of them in sight. */
export function SettingChoice<Value extends string>({
  of,
  fixed = false,
  ...choice
}: SettingChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="row between gap-4-16 pad-y-6">
      <span id={id} className={`${classes.label} medium`}>
        <SettingName of={of} />
      </span>
      {fixed ? (
        <span>{choice.data.find(({ value }) => value === choice.value)?.label}</span>
      ) : (
        <SegmentedControl aria-labelledby={id} {...choice} />
      )}
    </div>
  );
}

interface Act {
  label: string;
  run: () => void;
}

/** A row of what is kept, which can be taken out, and often changed. */
export function KeptRow({ children, edit, remove }: { children: ReactNode; edit?: Act; remove: Act }) {
  return (
    <li className="line gap-16 line-below">
      {children}
      {edit === undefined ? null : (
        <ActionIcon aria-label={edit.label} onClick={edit.run}>
          <IconPencil size="1.125rem" stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      )}
      <ActionIcon aria-label={remove.label} onClick={remove.run}>
        <IconTrash size="1.125rem" stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}
