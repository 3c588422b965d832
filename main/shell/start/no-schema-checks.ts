/**
 * Replaces in the bundle ajv and ajv-formats, which electron-store's base loads for a JSON schema and would
 * use only if it were given one. The program's stores give none: what is read from them is parsed by zod. A
 * store that did would fail here at once, in words.
 */
function refuse(): never {
  throw new Error("A store file has no JSON schema here: parse what is read with zod.");
}

export class Ajv2020 {
  constructor() {
    refuse();
  }
}

export default refuse;
