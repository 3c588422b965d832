/** Starts the stand-in service for a test and speaks to it as a plain HTTP client would. */
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, fetch, type Headers } from "undici";
import { onTestFinished } from "vitest";
import { restoreInputOf } from "../../../contract/channels/posting.ts";
import { printExactJson } from "../../../contract/exact-json.ts";
import {
  OPERATIONS,
  type OperationKind,
  type RestoreKind,
  restoreBody,
  restoreOf,
} from "../../../contract/operations.ts";
import type { PracticeOptions, PracticeService } from "../../../main/practice/service.ts";
import { rowsOf } from "../../../main/practice/shop/reference-files.ts";
import { SAMPLE_SHOP } from "../../../main/practice/shop/sample-shop.ts";
import { startPracticeService, type TestPracticeService } from "./service.ts";

export const DEVICE = "11111111-1111-4111-8111-111111111111";
export const SERIAL = "aaaaaaaa-0000-4000-8000-000000000001";
export const VOUCHER = "7a0c4e50-0000-4000-8000-000000000002";

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "counterside-test-practice-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A stand-in on a free port with its books in real files, closed after the test. */
export async function startPractice(options: Partial<PracticeOptions> = {}): Promise<TestPracticeService> {
  const folder = options.folder ?? temporaryFolder();
  const service = await startPracticeService({ port: 0, ...options, folder });
  onTestFinished(() => service.close());
  return service;
}

/** A line of a purchase return as JSON text, so that its numbers stay as they are spelled. */
export function lineText(fields: Record<string, string> = {}): string {
  return objectText({
    productId: "1001",
    measureUnitId: "1",
    productionAt: '"2025-02-01"',
    expiryAt: '"2027-12-31"',
    price: "5900",
    quantity: "2",
    freeQuantity: "0",
    receivedQuantity: "0",
    description: "null",
    ...fields,
  });
}

/** JSON text of an object whose values are JSON text. */
export function objectText(fields: Record<string, string>): string {
  return `{${Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(",")}}`;
}

/** A purchase return as JSON text; `fields` are JSON text too. */
export function purchaseReturnText(fields: Record<string, string> = {}, lines = [lineText()]): string {
  return objectText({
    tenantId: "7001",
    serialNo: JSON.stringify(SERIAL),
    currencyId: '"YER"',
    storeId: "1",
    supplierAccountId: "1101",
    cashOrBankAccountId: "2001",
    note: '"damaged on arrival"',
    tenantTransactionProductInputs: `[${lines.join(",")}]`,
    transfers: "[]",
    status: "null",
    createdAt: "null",
    creatorUserId: "501",
    creatorDeviceId: JSON.stringify(DEVICE),
    documentReferences: "[]",
    ...fields,
  });
}

/** A voucher update as JSON text; `fields` are JSON text too. */
export function taxVoucherText(fields: Record<string, string> = {}): string {
  return objectText({
    tenantId: "7001",
    serialNo: JSON.stringify(VOUCHER),
    currencyId: '"YER"',
    amount: "20000.25",
    note: '"corrected"',
    status: "2",
    updatedAt: '"2026-08-01T10:00:00.000Z"',
    creatorUserId: "501",
    creatorDeviceId: JSON.stringify(DEVICE),
    documentReferences: "[]",
    deviceId: JSON.stringify(DEVICE),
    ...fields,
  });
}

/** The ids that name the sample shop's first deleted record of a list. */
export function deletedIds(list: RestoreKind): string[] {
  const deleted = rowsOf(SAMPLE_SHOP, list).find((row) => "deleted" in row && row.deleted === true) ?? {};
  const fields = new Map(Object.entries(deleted));
  return restoreOf(list).keys.map(({ input }) => String(fields.get(input) ?? fields.get("id")));
}

/** A right body of an operation on the sample shop. */
export function rightBody(kind: OperationKind): string {
  const { restores } = OPERATIONS[kind];
  if (restores !== null)
    return printExactJson(
      restoreBody(restores.list, restoreInputOf(restores.list, deletedIds(restores.list)), {
        tenantId: 7001,
        deviceId: DEVICE,
      }),
    );
  return kind === "purchaseReturn" ? purchaseReturnText() : taxVoucherText();
}

export interface PlainAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** A connection for each request: one kept open would be found dead after a restart of the service. */
const oneRequestEach = new Agent({ pipelining: 0 });

/** Sends a body to an endpoint; `headers` override the right ones, and an empty value takes one away. */
export async function send(
  service: PracticeService,
  kind: OperationKind,
  body: string = rightBody(kind),
  headers: Record<string, string> = {},
): Promise<PlainAnswer> {
  const all = { authorization: `Bearer ${service.token}`, "content-type": "application/json", ...headers };
  const answer = await fetch(`${service.url}${OPERATIONS[kind].path}`, {
    method: OPERATIONS[kind].method,
    headers: Object.entries(all).filter(([, value]) => value !== ""),
    body: Buffer.from(body, "utf8"),
    redirect: "manual",
    dispatcher: oneRequestEach,
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** What came over a bare socket, and how it ended: the system's code, or null for a plain end. */
export function sendRaw(
  service: PracticeService,
  kind: OperationKind,
  body: string = rightBody(kind),
): Promise<{ text: string; error: string | null }> {
  return new Promise((resolve) => {
    const socket = connect(service.port, "127.0.0.1");
    let text = "";
    let error: string | null = null;
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      text += String(chunk);
    });
    socket.on("error", (problem) => {
      error = "code" in problem ? String(problem.code) : problem.message;
    });
    socket.on("close", () => resolve({ text, error }));
    const { method, path } = OPERATIONS[kind];
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${service.port}\r\nauthorization: Bearer ${service.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
}
