/** What is answered of people while there is no connection: nobody is a person, and everything is allowed. */
import type { ChannelOutput } from "../../../../contract/channels.ts";
import type { FixedRights } from "../../../../contract/rights.ts";
import { FIRST_KEEP_OPEN, FIRST_RULES } from "./people-store.ts";

type Answered = "people.list" | "people.status" | "pin.status";

export const nobodyYet = (fixed: FixedRights): { [Name in Answered]: ChannelOutput<Name> } => ({
  "people.list": { people: [], current: null },
  "people.status": {
    standing: { state: "free" },
    lockAfterMinutes: FIRST_RULES.lockAfterMinutes,
    roles: fixed.roles ?? FIRST_RULES.roles,
    rolesFixed: fixed.roles !== null,
  },
  "pin.status": {
    isSet: false,
    asksFor: [],
    keepOpenMinutes: FIRST_KEEP_OPEN,
    open: false,
    pinWaitMs: 0,
    codeWaitMs: 0,
  },
});
