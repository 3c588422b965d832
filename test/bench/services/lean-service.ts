/**
 * A service that does no work: it answers at once, with a recorded answer that carries the serial number it was asked
 * with. Beside it the engine's own limit shows. `node lean-service.ts ANSWER_FILE`; it says its address on one line.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

/** Replaces the serial number in the recorded answer. */
export const SERIAL_NO_HERE = "00000000-0000-4000-8000-000000000000";

/** As long as others' are: the engine looks for it in each answer. */
const TOKEN = "lean".padEnd(40, "0a1b2c3d");

const SERIAL_NO = /"serialNo":"([0-9a-f-]{36})"/i;

function serve(answerFile: string): void {
  const pieces = readFileSync(answerFile, "utf8").split(SERIAL_NO_HERE);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const serialNo = SERIAL_NO.exec(Buffer.concat(chunks).toString("utf8"))?.[1];
      if (serialNo === undefined) return response.writeHead(400).end();
      const answer = Buffer.from(pieces.join(serialNo));
      response.writeHead(201, { "content-type": "application/json", "content-length": answer.length });
      return response.end(answer);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${address.port}`, token: TOKEN })}\n`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) serve(process.argv[2] ?? "");
