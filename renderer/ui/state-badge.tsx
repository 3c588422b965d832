import {
  IconCircleCheck,
  IconCircleOff,
  IconClock,
  IconHelpOctagon,
  IconHourglass,
  IconPencilCheck,
  IconSend,
  IconUserCheck,
  IconXboxX,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { ShownState } from "../../contract/entry-states.ts";
import classes from "./state-badge.module.css";

const ICONS: Record<ShownState, TablerIcon> = {
  pending: IconClock,
  in_flight: IconSend,
  retry_wait: IconHourglass,
  outcome_unknown: IconHelpOctagon,
  dead_letter: IconXboxX,
  confirmed: IconCircleCheck,
  confirmedByStaff: IconUserCheck,
  discarded: IconCircleOff,
  corrected: IconPencilCheck,
};

/** An entry's state, by icon and word. */
export function StateBadge({ state }: { state: ShownState }) {
  const { t } = useTranslation();
  const Icon = ICONS[state];
  return (
    <span className={`${classes.badge} semi inline gap-6 min-w-0 on-middle`} data-state={state}>
      <Icon size="1.125rem" stroke={1.8} aria-hidden="true" className={classes.icon} />
      <span className="cut">{t(`state.${state}`)}</span>
    </span>
  );
}
