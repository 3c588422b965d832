/** The practice service in a separate process: `npm run practice-service -- --port 4600`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPracticeService } from "../../../main/practice/service.ts";
import { writeReferenceFiles } from "../../../main/practice/shop/reference-files.ts";
import { SHOP_LANGUAGES } from "../../../main/practice/shop/types.ts";

const HELP = `The practice service: a stand-in of the remote service, on loopback only.

  --port N                the port to listen on (4600)
  --folder DIR            where its books are kept (missing: in memory, gone at the end)
  --token T               the token it takes (missing: the one these books had, or a new one)
  --no-merge              apply a repeated serial number again instead of giving its first answer
  --reference-data DIR    where the sample shop's CSV files are written (missing: a new folder in ${tmpdir()})
  --language L            the language of the sample shop's names: en (missing) or ar
  --help                  this text

It prints one line of JSON once it listens: url, tenantId, userId, token, referenceData.
`;

const wholeNumber = (name: string, text: string, max: number): number => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max)
    throw new Error(`--${name} wants a whole number up to ${max}, not "${text}".`);
  return value;
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "4600" },
      folder: { type: "string", default: ":memory:" },
      token: { type: "string" },
      "no-merge": { type: "boolean", default: false },
      "reference-data": { type: "string" },
      language: { type: "string", default: "en" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  if (values.token !== undefined && !/^\S+$/.test(values.token)) {
    throw new Error("--token wants a word without spaces.");
  }
  const language = SHOP_LANGUAGES.find((known) => known === values.language);
  if (language === undefined) throw new Error(`--language wants en or ar, not "${values.language}".`);
  const service = await startPracticeService({
    language,
    folder: values.folder,
    port: wholeNumber("port", values.port, 65_535),
    mergeRepeats: !values["no-merge"],
    ...(values.token === undefined ? {} : { token: values.token }),
  });
  const named = values["reference-data"];
  const referenceData = named ?? mkdtempSync(join(tmpdir(), "counterside-practice-"));
  const stop = (): void => {
    if (named === undefined) rmSync(referenceData, { recursive: true, force: true });
    service.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  await writeReferenceFiles(referenceData, service.shop());
  const { url, tenantId, userId, token } = service;
  process.stdout.write(`${JSON.stringify({ url, tenantId, userId, token, referenceData })}\n`);
}

function fail(error: unknown): void {
  process.stderr.write(`practice service: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
