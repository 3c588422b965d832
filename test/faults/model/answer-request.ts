/** The service's answer, or the end of the connection, that an outcome of the model means. */
import type { Request } from "./network.ts";

/** Different for each entry: the same words for different entries would be about the service. */
const REFUSALS = ["", "alpha", "beta", "gamma", "delta", "epsilon"];

/** `done` is what the service's books answered, where they carried it out. */
export function answerRequest(
  request: Request,
  outcome: string,
  done: { status: number; body: string } | null,
  entry: number,
): void {
  switch (outcome) {
    case "accepted":
      request.answer(done?.status ?? 500, done?.body ?? "");
      break;
    case "no_evidence":
      request.answer(200, "[]");
      break;
    case "server_error":
      request.answer(500, "{}");
      break;
    case "answer_lost":
      request.lose();
      break;
    case "refused":
      request.answer(422, JSON.stringify({ message: REFUSALS[entry] }));
      break;
    case "asked_to_wait":
      request.answer(429, "{}", { "retry-after": "1" });
      break;
    case "sign_in_needed":
      request.answer(401, "{}");
      break;
    default:
      throw new Error(`the driver knows no step ${outcome}`);
  }
}
