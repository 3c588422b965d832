/** A reason between processes, in files and in replies: a code with its parameters. Words are made of it at the edge. */

/** The parameters of a union's reasons, by their codes. */
export type ParamsOf<R extends { code: string; params: unknown }> = {
  [C in R["code"]]: R extends { code: infer Codes; params: infer P } ? (C extends Codes ? P : never) : never;
};

/** English for every code of a union: for a program without a window, for logs and for files. */
export type EnglishWords<Params> = { [C in keyof Params]: (params: Params[C]) => string };

/** A reason in English. */
export const inEnglish = <Params, C extends keyof Params>(
  words: EnglishWords<Params>,
  { code, params }: { code: C; params: Params[C] },
): string => words[code](params);
