import type { EntryDetail } from "../../../contract/channels/posting.ts";
import { Amount } from "../../features/amount/amount.tsx";
import { KindName } from "../../ui/kind-name.tsx";
import classes from "./entry-detail.module.css";

/** Which entry a decision is about, and how much it is: said once more where it can't be taken back. */
export function EntryLine({ entry }: { entry: EntryDetail }) {
  return (
    <p className={classes.which} data-testid="decision-entry">
      <KindName kind={entry.kind} /> · <bdi>{entry.subject}</bdi>
      {entry.localAmount === null ? null : (
        <>
          {" · "}
          <Amount value={entry.localAmount} currencyId={entry.currencyId} />
        </>
      )}
    </p>
  );
}
