/** What the engine answered when the books were closed, for the window until this start's engine answers. */
import { z } from "zod";
import { type FirstAnswers, firstAnswers } from "../../../contract/channels/start.ts";
import { tokenKey } from "../../../contract/process-messages.ts";
import { readBooksNote } from "../../lib/books-note.ts";
import type { Log } from "../../lib/log.ts";

/** As `keepBooksNote` was given it by the engine. */
const kept = z.object({ version: z.string(), answers: firstAnswers });

export interface LastAnswers {
  /** Null where the token that was there is not, for what is shown says that it is. */
  read(): Promise<FirstAnswers | null>;
  /** The engine answers itself. */
  forget(): void;
}

/** Reads them; to be called before the engine opens the books. `tokens` are those that the engine is given. */
export function openLastAnswers(
  profile: string,
  version: string,
  tokens: () => Promise<Record<string, string>>,
  log: Log,
): LastAnswers {
  const found = (): FirstAnswers | null => {
    try {
      const note = kept.safeParse(readBooksNote(profile)).data;
      return note?.version === version ? note.answers : null;
    } catch (error) {
      log.warn("What was known last could not be read", { error });
      return null;
    }
  };
  let answers = found();
  return {
    read: async () => {
      // Practice makes itself a new token at each start.
      if (answers === null || answers.connection === null || answers.connection.practice) return answers;
      const { serviceUrl, tenantId, hasToken } = answers.connection;
      const held = Object.hasOwn(await tokens(), tokenKey(serviceUrl, tenantId));
      return held === hasToken ? answers : null;
    },
    forget: () => {
      answers = null;
    },
  };
}
