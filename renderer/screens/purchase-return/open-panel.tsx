import type { ComponentProps, Ref } from "react";
import { CopyPanel } from "./copy/copy-panel.tsx";
import type { useCopy } from "./copy/use-copy.ts";
import type { Panel } from "./draft/returns-store.ts";
import { PastedPanel } from "./paste/pasted-panel.tsx";
import { PurchasePanel, type PurchasePanelHandle } from "./purchases/purchase-panel.tsx";
import { TemplatesPanel } from "./templates/templates-panel.tsx";

interface OpenPanelProps extends Omit<ComponentProps<typeof PurchasePanel>, "ref"> {
  panel: Panel;
  purchase: Ref<PurchasePanelHandle>;
  copying: ReturnType<typeof useCopy>;
  /** Something was taken: the panel closes. */
  onDone: () => void;
  onCopied: () => void;
}

/** What is chosen from in the place of the lines. */
export function OpenPanel({ panel, purchase, copying, onDone, onCopied, ...rest }: OpenPanelProps) {
  switch (panel.kind) {
    case "paste":
      return <PastedPanel draft={rest.draft} units={rest.units} cells={panel.cells} onDone={onDone} />;
    case "copy":
      return (
        <CopyPanel
          onLeave={rest.onLeave}
          onCopy={(serialNo) => {
            onDone();
            copying.copy(serialNo).finally(onCopied);
          }}
        />
      );
    case "templates":
      return <TemplatesPanel onLeave={rest.onLeave} onBegun={onDone} />;
    case "purchase":
      return <PurchasePanel ref={purchase} {...rest} />;
  }
}
