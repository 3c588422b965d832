/** How a channel is declared: all that the program has to know of it is beside its schemas, nowhere else. */
import type { z } from "zod";
import type { CostFields } from "../costs.ts";
import type { EntryState } from "../entry-states.ts";
import type { Needed, Right } from "../rights.ts";

/** The page that staff see, or the hidden one that draws what is printed. */
export const PAGES = ["program", "print"] as const;
export type PageName = (typeof PAGES)[number];

/** The process that answers. */
export type Owner = "engine" | "shell";

/** What a file may be chosen for in the system's dialog: `save…` to be written, the others to be read. */
export const FILE_PURPOSES = [
  "referenceData",
  "booksFile",
  "backup",
  "backupFolder",
  "saveBackup",
  "saveRejected",
  "saveActivity",
  "saveHandOver",
  "handOver",
  "shopFolder",
] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];

/** What a path may serve: what its file was chosen for, or `saved`: the program wrote it where the person said. */
export type FileGrant = FilePurpose | "saved";

/**
 * `reads`: may be asked again at any time. `changes`: something is done. `enters`: without an answer, the entry may be
 * on disk all the same. `reconnects`: what is asked after it means another connection.
 */
export type Effect = "reads" | "changes" | "enters" | "reconnects";

/**
 * What a call needs, by its input and by the state of the entry that the input names: null where none is named, or where
 * who asks can't know it.
 */
type Asks<Input> = (input: Input, named: EntryState | null) => Needed;
/** Which right a channel needs: none at all, any person who works, one right, or what its input says. */
type RightRule<I extends z.ZodType> = "nothing" | "anybody" | Right | Asks<z.output<I>>;

/**
 * What a field of the input names beyond the counter: a file that serves that purpose, a server that the counter
 * knows or the person confirms, a link, which asks a separate question, the place of the shop folder, or the public key
 * that backups there are encrypted to.
 */
export type NamedThing = FileGrant | "server" | "link" | "place" | "recipient";

type Field<I extends z.ZodType> =
  z.input<I> extends infer Whole ? (Whole extends unknown ? keyof Whole & string : never) : never;
type FileField<I extends z.ZodType> = Extract<Field<I>, "path" | `${string}Path`>;
type ServerField<I extends z.ZodType> = Extract<
  Field<I>,
  "url" | "server" | `${string}Url` | `${string}Server`
>;
/** What is named so is where this counter's data go, or for whom. */
type ShopField<I extends z.ZodType, Name extends "place" | "recipient"> = Extract<Field<I>, Name>;
/** Asked for where the input has such a field, and only there. */
type Named<I extends z.ZodType> = [
  FileField<I> | ServerField<I> | ShopField<I, "place" | "recipient">,
] extends [never]
  ? []
  : [
      names: Record<FileField<I>, FileGrant> &
        Record<ServerField<I>, "server" | "link"> &
        Record<ShopField<I, "place">, "place"> &
        Record<ShopField<I, "recipient">, "recipient">,
    ];
/** What is known of a channel. */
export interface Channel<
  By extends Owner = Owner,
  From extends PageName | null = PageName | null,
  Does extends Effect = Effect,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  owner: By;
  /** The page that may ask; null: none, the main process alone does. */
  page: From;
  does: Does;
  needs(input: z.output<I>, named: EntryState | null): Needed;
  names: Readonly<Partial<Record<string, NamedThing>>>;
  input: I;
  output: O;
  /** The fields of the answer that are emptied for who may not see costs; null: it holds none, or it is refused to them. */
  costs: CostFields | null;
}

const asksOf = <I extends z.ZodType>(rule: RightRule<I>): Asks<z.output<I>> => {
  if (typeof rule === "function") return rule;
  const needed = rule === "nothing" || rule === "anybody" ? rule : [rule];
  return () => needed;
};

function channelsOf<By extends Owner, From extends PageName | null>(owner: By, page: From) {
  const doing =
    <Does extends Effect>(does: Does) =>
    <I extends z.ZodType, O extends z.ZodType>(
      right: NoInfer<RightRule<I>>,
      input: I,
      output: O,
      ...[names]: Named<I>
    ): Channel<By, From, Does, I, O> => ({
      owner,
      page,
      does,
      needs: asksOf<I>(right),
      names: names ?? {},
      input,
      output,
      costs: null,
    });
  return {
    reads: doing("reads"),
    changes: doing("changes"),
    enters: doing("enters"),
    reconnects: doing("reconnects"),
  };
}

/** Says of a channel which fields of its answer hold costs. */
export const withCosts = <C extends Channel>(costs: CostFields, channel: C): C => ({ ...channel, costs });

/** Channels that the engine answers, also without a window. */
export const engine = channelsOf("engine", "program");
/** Channels of the engine that only the main process asks. */
export const forMain = channelsOf("engine", null);
/** Channels that the main process answers itself. */
export const shell = channelsOf("shell", "program");
/** Channels of the main process that only the print page may ask. */
export const printPage = channelsOf("shell", "print");
