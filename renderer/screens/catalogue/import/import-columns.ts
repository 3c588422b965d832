/** The columns of a kind of file, as the screens show them. */
import type { TFunction } from "i18next";
import type { ReferenceKind } from "../../../../contract/channels/mirror.ts";
import { FILE_COLUMNS } from "../../../../contract/file-columns.ts";
import { columnWords } from "../../../features/files/column-words.ts";

type ShownColumn = (typeof FILE_COLUMNS)[ReferenceKind][number];
export const columnsOf = (kind: ReferenceKind): readonly ShownColumn[] => FILE_COLUMNS[kind];

/** Whether the kind's column may have empty cells. */
export const mayBeEmpty = (kind: ReferenceKind, name: string): boolean =>
  columnsOf(kind).some((column) => column.name === name && column.need !== "needed");

/** The header row of a file of that kind, in the words of the screen. */
export const headerOf = (t: TFunction, kind: ReferenceKind): string[] =>
  columnsOf(kind).map(({ name }) => columnWords(t, name));
