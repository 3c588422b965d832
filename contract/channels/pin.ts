/** The PIN of a single owner who works without a name: what it looks like, what it may be asked for, and its channels. */
import { z } from "zod";
import { PIN_ACTIONS } from "../pin-actions.ts";
import { pinAction } from "../rights.ts";
import { because } from "../values.ts";
import { nothing } from "./common.ts";
import { engine, shell } from "./declare.ts";

/** How long it stays open after the right PIN, in minutes; 0 lets one action through. */
export const KEEP_OPEN_MINUTES = [0, 1, 5, 15] as const;
const keepOpenMinutes = z.literal(KEEP_OPEN_MINUTES);
export type KeepOpenMinutes = z.infer<typeof keepOpenMinutes>;

/** Digits of Arabic and Persian keyboards to the ones that are compared. */
const latinDigits = (typed: string): string =>
  typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0));

/** Four to twelve digits; the same PIN on every keyboard. */
export const pinText = z
  .string()
  .max(100)
  .transform((typed) => latinDigits(typed.trim()))
  .refine((digits) => /^\d{4,12}$/.test(digits), because("not_a_pin"));

/** 30 random digits (99 bits) and two to check them by: digits, because every keyboard here has them. */
export const RECOVERY_DIGITS = { random: 30, all: 32 } as const;

const remainder97 = (digits: string): number =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/** The two check digits of ISO 7064 MOD 97-10: any one digit wrong, and any two swapped, are noticed. */
export const checkDigits = (digits: string): string =>
  String(98 - remainder97(`${digits}00`)).padStart(2, "0");

/** In fours, as on a card. */
export const spacedCode = (code: string): string => code.replace(/\d{4}(?=\d)/g, "$& ");

/** A recovery code as it was written down; spaces and dashes don't matter. */
export const recoveryCodeText = z
  .string()
  .max(200)
  .transform((typed) => latinDigits(typed).replace(/[\s\p{Pd}]/gu, ""))
  .refine(
    (digits) => /^\d+$/.test(digits) && digits.length === RECOVERY_DIGITS.all && remainder97(digits) === 1,
    because("not_a_recovery_code"),
  );

export const pinStatus = z.object({
  isSet: z.boolean(),
  asksFor: z.array(pinAction),
  keepOpenMinutes,
  /** True for as long as the right PIN still counts. */
  open: z.boolean(),
  /** How long the next try has to wait, of the PIN and of the recovery code. */
  pinWaitMs: z.number(),
  codeWaitMs: z.number(),
});
export type PinStatus = z.infer<typeof pinStatus>;

const choices = { asksFor: z.array(pinAction).max(PIN_ACTIONS.length), keepOpenMinutes };
/** Shown once and never kept in the clear. */
const withCode = z.object({ recoveryCode: z.string() });

/** Each takes the PIN in its input and proves it. Where people have names, all but the status throw `wrong_state`. */
export const pinChannels = {
  "pin.status": engine.reads("nothing", nothing, pinStatus),
  /** Only where there is nobody yet. */
  "pin.set": engine.changes("nothing", z.strictObject({ pin: pinText, ...choices }), withCode),
  "pin.change": engine.changes("nothing", z.strictObject({ pin: pinText, newPin: pinText }), pinStatus),
  "pin.configure": engine.changes("nothing", z.strictObject({ pin: pinText, ...choices }), pinStatus),
  /** Nobody is a person here then. */
  "pin.remove": engine.changes("nothing", z.strictObject({ pin: pinText }), pinStatus),
  /** A new recovery code; the old one is worth nothing from then on. */
  "pin.renewCode": engine.changes("nothing", z.strictObject({ pin: pinText }), withCode),
  /** Forgotten: the recovery code sets a new PIN, opens, and is replaced by a new code. */
  "pin.reset": engine.changes(
    "nothing",
    z.strictObject({ recoveryCode: recoveryCodeText, newPin: pinText }),
    withCode,
  ),
  "pin.unlock": engine.changes("nothing", z.strictObject({ pin: pinText }), pinStatus),
  "pin.lock": engine.changes("nothing", nothing, pinStatus),
  /** A new recovery code is on the screen, or was put away: to quit while it is there would lose it. */
  "pin.codeShown": shell.changes("nothing", z.strictObject({ shown: z.boolean() }), nothing),
};
