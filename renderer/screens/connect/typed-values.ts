/** What was typed into the connection's form and not saved yet: it is there again when one comes back. */
import type { ConnectionValues } from "./connection-values.ts";

/** Without the token, which is kept nowhere but in its field. */
export type TypedValues = Omit<ConnectionValues, "token">;

let typed: { heldAs: string; values: TypedValues } | null = null;

/** What was left for the connection that is held now; null where nothing was, or another one is held since. */
export const typedValues = (heldAs: string): TypedValues | null =>
  typed?.heldAs === heldAs ? typed.values : null;

/** Keeps what the form holds as it is left; null: it was saved. */
export function leaveTyped(heldAs: string, values: ConnectionValues | null): void {
  if (values === null) {
    typed = null;
    return;
  }
  const { token: _, ...kept } = values;
  typed = { heldAs, values: kept };
}
