/** The closed lists of codes: by themselves, so that what only names them loads no zod. */

/** What each goes with, and which reasons one may have, is said by `english.ts`. */
export const ERROR_CODES = [
  "invalid_input",
  "unknown_channel",
  "not_json", // headless: the line is not JSON
  "too_large", // a line, file or text beyond what is taken
  "forbidden_sender", // a frame that is not the program's own
  "server_not_confirmed", // the app only: a new server that nobody confirmed in the program's dialog
  "file_not_chosen", // the app only: a path that no file dialog gave in this run
  "shop_folder_not_confirmed", // the app only: a new place or public key that nobody confirmed in the program's dialog
  "not_connected", // no service and tenant yet
  "not_found",
  "wrong_state", // the entry, or whatever is meant, isn't in a state that allows it
  "file_unreadable",
  "file_invalid", // readable, but not what it should be
  "profile_in_use", // a second engine on the profile
  "newer_database", // written by a newer version
  "migration_failed", // the file could not be brought up to date and is as it was
  "storage_read_only",
  "storage_full",
  "storage_damaged",
  "storage_busy",
  "runtime_unfit", // this Node or Electron can't run the database binding
  "engine_unavailable",
  "vault_unavailable", // no safe place for a key
  "not_allowed", // this person may not, or nobody is signed in
  "approval_needed", // a person who may must approve it first; nothing was done
  "pin_needed", // the owner's PIN is asked for first; nothing was done
  "pin_wrong",
  "pin_wait", // too early for another try
  "policy_fixed", // the app only: the owner's policy decides it
  "policy_unusable", // the app only: the owner's policy can't be read, so it stays as it is
  "support_secret_found", // the bundle would hold a secret
  "no_shop_folder", // none is named
  "place_failed", // the shop folder could not be used; why is its reason
  "cancelled",
  "internal",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Why a field was refused. The words a person reads come from the renderer's messages, by this reason. */
export const FIELD_REASONS = [
  "required",
  "wrong_type",
  "unknown_field",
  "unknown_choice",
  "too_short",
  "too_long",
  "too_few",
  "too_many",
  "too_small",
  "too_big",
  "negative",
  "not_a_decimal",
  "not_an_integer",
  "not_a_uuid",
  "not_a_currency",
  "unknown_currency",
  "not_a_date",
  "not_a_timestamp",
  "not_a_url",
  "insecure_url",
  "has_credentials",
  "expiry_before_production",
  "unknown_account",
  "control_character",
  "half_character",
  "not_a_pin",
  "not_a_recovery_code",
  "taken", // something else has it already
  "signed", // the administrator has signed it for every counter
  "invalid",
] as const;
export type FieldReason = (typeof FIELD_REASONS)[number];

/** What an `invalid` field is not: its parameter `expected`; one that must match has the parameter `pattern`. */
export const EXPECTATIONS = [
  "cursor",
  "barcode",
  "begun_day",
  "token",
  "file_hash",
  "owners_key",
  "matching_key",
  "file_name",
  "absolute_path",
  "one_line",
  "enough_digits",
  "different_prefixes",
] as const;
export type Expectation = (typeof EXPECTATIONS)[number];
