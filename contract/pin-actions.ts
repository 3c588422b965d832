/** What a single owner's PIN may be asked for; the owner chooses among these. The PIN's own settings always ask. */
export const PIN_ACTIONS = ["taxVoucher", "restore", "outbox", "settings"] as const;
export type PinAction = (typeof PIN_ACTIONS)[number];
