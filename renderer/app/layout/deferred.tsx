import { getDefaultZIndex, useDirection } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { PinPrompt } from "../../features/pin/pin-prompt.tsx";
import { ShownRecoveryCode } from "../../features/pin/shown-code.tsx";
import { Scanner } from "../../features/scanning/scanner.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { ShortcutSheet } from "./shortcut-sheet.tsx";

interface DeferredProps {
  sheetOpen: boolean;
  onSheet: (open: boolean) => void;
}

/** What stands over the screens only when it is asked for: fetched when the first screen is there, then kept mounted. */
export default function Deferred({ sheetOpen, onSheet }: DeferredProps) {
  const { dir } = useDirection();
  return (
    <>
      <Scanner />
      <PinPrompt />
      <ShownRecoveryCode />
      {/* Short words away from the menu, below the head of the window: at the foot they would cover a return's total.
          Above what lies over the screens, since they may be about it. */}
      <Notifications
        position={dir === "rtl" ? "top-left" : "top-right"}
        autoClose={5000}
        zIndex={getDefaultZIndex("max") + 1}
      />
      <CommandPalette />
      <ShortcutSheet open={sheetOpen} onOpen={() => onSheet(true)} onClose={() => onSheet(false)} />
    </>
  );
}
