/** A date as it is typed in a field, read on the day that this counter has. */
import { type MonthMeans, readTypedDate, type TypedDate } from "../../contract/typed-date.ts";
import { dayOf } from "./time.ts";

export type { MonthMeans } from "../../contract/typed-date.ts";

export const parseTypedDate = (typed: string, means: MonthMeans): TypedDate =>
  readTypedDate(typed, means, dayOf(Date.now()));
