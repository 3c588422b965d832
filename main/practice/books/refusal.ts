/** What the stand-in says when it doesn't do what was asked. The interface shows no error shape; this is ours. */
export interface RefusedField {
  field: string;
  reason: string;
}

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422;

/** Thrown inside a transaction, so that nothing of a refused request stays. */
export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly code: string;
  readonly fields: RefusedField[];

  constructor(status: RefusalStatus, code: string, message: string, fields: RefusedField[] = []) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}
