import { Notifications } from "@mantine/notifications";
import { ApprovalPrompt } from "../../features/people/approval-prompt.tsx";
import { PinPrompt } from "../../features/pin/pin-prompt.tsx";
import { ShownRecoveryCode } from "../../features/pin/shown-code.tsx";
import { Scanner } from "../../features/scanning/scanner.tsx";
import { MOTION_MS } from "../../theme/theme.ts";
import { CommandPalette } from "./command-palette.tsx";
import { ShortcutSheet } from "./shortcut-sheet.tsx";

interface DeferredProps {
  sheetOpen: boolean;
  onSheet: (open: boolean) => void;
}

/** What is over the screens only when it is asked for: fetched when the first screen is there, then kept mounted. */
export default function Deferred({ sheetOpen, onSheet }: DeferredProps) {
  return (
    <>
      <Scanner />
      <PinPrompt />
      <ApprovalPrompt />
      <ShownRecoveryCode />
      {/* In the frame's own row, not over the screen: there they would cover a control or a total. */}
      <Notifications withinPortal={false} limit={2} autoClose={5000} transitionDuration={MOTION_MS} />
      <CommandPalette />
      <ShortcutSheet open={sheetOpen} onOpen={() => onSheet(true)} onClose={() => onSheet(false)} />
    </>
  );
}
