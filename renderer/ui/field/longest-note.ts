import { LIMITS } from "../../../contract/channels/common.ts";

/**
 * What a note's field holds at most. Chromium draws a field of millions of letters for minutes; and so far above what
 * is taken that a person who pasted too much shortens it knowingly, and nothing is cut off that would have been sent.
 */
export const LONGEST_NOTE_TYPED = 5 * LIMITS.note;
