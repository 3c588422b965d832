/** Opens the sheet of shortcuts from anywhere; outside a field "?" does so too. */
export const SHEET_COMBO = "Mod+Slash";
