import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShopFolderState } from "../../../contract/channels/shop-folder.ts";
import { useMay } from "../../client/may.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAgo } from "../../ui/time-ago.tsx";
import { HelpLink } from "../help.tsx";
import { AllowanceNote } from "../people/allowance-note.tsx";
import { FolderError } from "./trouble.tsx";

/** What the backup lacked goes to the computer that has this counter's place now. */
function Claimed({ fence: { at } }: { fence: ShopFolderState["fence"] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const may = useMay("export");
  const hand = useSend("takeover.handOver");
  const choose = useSend("file.choose", {
    onSuccess: ({ path }) => {
      if (path !== null) hand.mutate({ path });
    },
  });
  return (
    <div role="alert" data-testid="fence-claimed">
      <Notice
        kind="bad"
        title={t("shopFolder.fence.claimed")}
        action={
          may === "never" ? undefined : (
            <Button
              variant="default"
              busy={choose.isPending || hand.isPending}
              onClick={() => choose.mutate({ purpose: "saveHandOver" })}
              data-testid="hand-over"
            >
              {t("shopFolder.fence.handOver")}
            </Button>
          )
        }
      >
        <p>{t("shopFolder.fence.claimedText", { when: at === null ? "—" : formats.dateTime(at) })}</p>
        <AllowanceNote of={may} />
        <div aria-live="polite">
          {hand.data === undefined ? null : (
            <p className="after-8">
              {t("shopFolder.fence.handed", { count: hand.data.entries })}{" "}
              {hand.data.path === null ? null : <Code>{hand.data.path}</Code>}
            </p>
          )}
        </div>
        <FolderError error={choose.error ?? hand.error} />
        <HelpLink page="counter-gone" aboveScreens />
      </Notice>
    </div>
  );
}

/** A person's word that nobody has this counter's place: asked again, for it may send twice. */
function GoOn() {
  const { t } = useTranslation();
  const may = useMay("resendUnknown");
  const [asking, setAsking] = useState(false);
  const send = useSend("shopFolder.goOn");
  if (may === "never") return null;
  return (
    <div className="above-8">
      {asking ? <p className="before-8">{t("shopFolder.fence.goOnText")}</p> : null}
      <AllowanceNote of={may} />
      <div className="wrap gap-8">
        {asking ? (
          <>
            <Button variant="default" onClick={() => setAsking(false)}>
              {t("action.cancel")}
            </Button>
            <Button variant="default" busy={send.isPending} onClick={() => send.mutate({})}>
              {t("shopFolder.fence.goOnSure")}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t("shopFolder.fence.goOn")}
          </Button>
        )}
      </div>
      <FolderError error={send.error} />
    </div>
  );
}

/** Above every screen: another computer has this counter's place, or entries wait until that is known. */
export default function FenceNotice() {
  const { t } = useTranslation();
  const ago = useAgo();
  const state = useChannel("shopFolder.get", {}).data;
  if (state === undefined) return null;
  const { fence, lastContactAt } = state;
  if (fence.state === "claimed") return <Claimed fence={fence} />;
  if (fence.held === 0) return null;
  return (
    <div role="status" data-testid="fence-held">
      <Notice kind="warn">
        {t("shopFolder.fence.held", { count: fence.held })} {t("shopFolder.fence.heldText")}{" "}
        {lastContactAt === null
          ? null
          : t("shopFolder.reached", {
              ago: ago(lastContactAt),
            })}
        <GoOn />
      </Notice>
    </div>
  );
}
