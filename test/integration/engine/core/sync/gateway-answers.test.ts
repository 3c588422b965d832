/** Answers as gateways send them: packed, after a 100 Continue, in another charset, with numbers as strings, or not HTTP. */
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  constants as zlib,
  zstdCompressSync,
} from "node:zlib";
import tables from "iconv-lite";
import { beforeEach, describe, expect, it } from "vitest";
import type { OperationKind } from "../../../../../contract/operations.ts";
import { connect, enter, openTestEngine, type TestEngine, until } from "../../../../helpers/engine.ts";
import {
  type Behave,
  type Came,
  goodBody,
  type HttpService,
  startHttpService,
} from "../../../../helpers/http-service.ts";

let service: HttpService;
let engine: TestEngine;
beforeEach(async () => {
  service = await startHttpService();
  engine = openTestEngine();
});

/** Enters one, and waits for the end of its first attempt. */
async function answered(behave: Behave, kind: OperationKind = "purchaseReturn") {
  service.behave = behave;
  await connect(engine, service.url);
  const id = await enter(engine, kind);
  engine.clock.runUntil(engine.clock.now());
  await until(async () => (await engine.entry(id)).attempts[0]?.endedAt != null);
  const entry = await engine.entry(id);
  const [attempt] = entry.attempts;
  if (attempt === undefined) throw new Error("no attempt");
  return { entry, attempt, problem: attempt.problem?.code };
}

const bytesOf = (body: string | Buffer): Buffer => (typeof body === "string" ? Buffer.from(body) : body);

/** Answers with these bytes, whatever they are, under a length that fits them. */
const sends =
  (
    headers: Record<string, string>,
    bodyOf: (came: Came) => string | Buffer = goodBody,
    status = 200,
  ): Behave =>
  (outgoing, came) => {
    const bytes = bytesOf(bodyOf(came));
    outgoing.sendDate = false;
    outgoing.writeHead(status, {
      "content-type": "application/json",
      ...headers,
      "content-length": bytes.length,
    });
    outgoing.end(bytes);
  };

/** Writes to the socket itself. */
const writes =
  (textOf: (came: Came) => string | Buffer, ends = true): Behave =>
  (outgoing, came) => {
    const bytes = bytesOf(textOf(came));
    if (ends) outgoing.socket?.end(bytes);
    else outgoing.socket?.write(bytes);
  };

const whole = (came: Came): string => {
  const body = goodBody(came);
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

const packed =
  (pack: (bytes: Buffer) => Buffer) =>
  (came: Came): Buffer =>
    pack(Buffer.from(goodBody(came)));

describe("a packed answer", () => {
  const WAYS: [string, (bytes: Buffer) => Buffer][] = [
    ["gzip", gzipSync],
    ["GZip", gzipSync],
    ["x-gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["Deflate", (bytes) => deflateRawSync(bytes, { level: 0 })],
    ["gzip, gzip", (bytes) => gzipSync(gzipSync(bytes))],
    ["gzip, br", (bytes) => brotliCompressSync(gzipSync(bytes))],
    ["deflate ,identity,X-GZIP", (bytes) => gzipSync(deflateSync(bytes))],
    ["identity", (bytes) => bytes],
    ["", (bytes) => bytes],
    // Two members, one behind the other.
    ["gzip", (bytes) => Buffer.concat([gzipSync(bytes.subarray(0, 40)), gzipSync(bytes.subarray(40))])],
  ];
  it.each(WAYS)("as %s confirms its entry, and its text is kept (%#)", async (encoding, pack) => {
    const { entry, attempt } = await answered(sends({ "content-encoding": encoding }, packed(pack)));
    expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: true });
    expect(attempt).toMatchObject({ outcome: "accepted", problem: null, responseBase64: null });
    expect(attempt.responseBody).toContain(`"serialNo":"${entry.serialNo}"`);
  });

  it("in two header lines confirms its entry", async () => {
    const { entry } = await answered((outgoing, came) => {
      outgoing.writeHead(200, [
        ["content-encoding", "deflate"],
        ["content-encoding", "gzip"],
      ]);
      outgoing.end(gzipSync(deflateSync(goodBody(came))));
    });
    expect(entry.state).toBe("confirmed");
  });

  it("in chunks of one byte confirms its entry", async () => {
    const { entry } = await answered((outgoing, came) => {
      outgoing.writeHead(200, { "content-encoding": "gzip" });
      for (const byte of gzipSync(goodBody(came))) outgoing.write(Buffer.from([byte]));
      outgoing.end();
    });
    expect(entry.state).toBe("confirmed");
  });

  it("is not asked for", async () => {
    await answered(sends({}));
    expect(service.came[0]?.headers["accept-encoding"]).toBe("identity");
  });

  it.each([
    ["gzip", 422],
    ["br", 400],
  ] as const)("as %s that refuses with %i gives the service's words", async (encoding, status) => {
    const pack = encoding === "br" ? brotliCompressSync : gzipSync;
    const refusal = () => pack(JSON.stringify({ message: "الكمية أكبر من المخزون" }));
    const { entry } = await answered(sends({ "content-encoding": encoding }, refusal, status));
    expect(entry).toMatchObject({ state: "dead_letter", lastError: `${status}: الكمية أكبر من المخزون` });
  });

  it("that is a page, with a status that refuses, is about the service", async () => {
    const page = () => gzipSync(`<html>${"<p>Sign in</p>".repeat(30_000)}</html>`);
    const { attempt } = await answered(sends({ "content-encoding": "gzip" }, page, 403));
    expect(attempt).toMatchObject({ outcome: "service_refused", answerCut: true });
    expect(attempt.responseBody).toMatch(/^<html><p>Sign in/);
  });

  it.each([
    [204, "gzip"],
    [200, "gzip"],
    [200, "br, gzip"],
  ])("without a body under status %i is an empty one (%s)", async (status, encoding) => {
    const { attempt, entry } = await answered((outgoing) => {
      outgoing.writeHead(status, { "content-encoding": encoding });
      outgoing.end();
    });
    expect(attempt).toMatchObject({ outcome: "no_evidence", responseBody: "", problem: null });
    expect(entry.lastProblem).toEqual({ code: "no_evidence", params: { reason: "empty" } });
  });

  it.each([
    ["zstd", zstdCompressSync],
    ["compress", (bytes: Buffer) => bytes.reverse()],
    ["aes128gcm", (bytes: Buffer) => bytes.reverse()],
    ["gzip, zstd", (bytes: Buffer) => zstdCompressSync(gzipSync(bytes))],
    ["gzip, gzip, gzip, gzip, gzip, gzip", gzipSync],
  ])("as %s, which can't be undone, is no evidence, with the reason", async (encoding, pack) => {
    const { entry, attempt, problem } = await answered(sends({ "content-encoding": encoding }, packed(pack)));
    expect(entry.state).toBe("outcome_unknown");
    expect({ outcome: attempt.outcome, problem }).toEqual({
      outcome: "no_evidence",
      problem: "packing_unknown",
    });
  });

  it.each([
    ["gzip", (came: Came) => Buffer.from(goodBody(came).slice(1))],
    ["br", (came: Came) => Buffer.from(`!${goodBody(came)}`)],
    [
      "gzip",
      (came: Came) => {
        const bytes = gzipSync(goodBody(came));
        bytes.writeUInt32LE(1, bytes.length - 8);
        return bytes;
      },
    ],
    [
      "deflate",
      (came: Came) => Buffer.concat([deflateSync(goodBody(came)).subarray(0, -4), Buffer.alloc(4)]),
    ],
    ["gzip, br", (came: Came) => brotliCompressSync(goodBody(came).slice(1))],
  ])("as %s that is broken is no evidence, with the reason (%#)", async (encoding, bodyOf) => {
    const { entry, attempt, problem } = await answered(sends({ "content-encoding": encoding }, bodyOf));
    expect(entry.state).toBe("outcome_unknown");
    expect({ outcome: attempt.outcome, problem }).toEqual({
      outcome: "no_evidence",
      problem: "packing_broken",
    });
  });

  it.each(["gzip", "UTF-8", "none", "br, gzip", "binary"])(
    "that is not packed at all, though its header says %s, is read as it is and marked",
    async (encoding) => {
      const { entry, attempt } = await answered(sends({ "content-encoding": encoding }));
      expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: false });
      expect(attempt.outcome).toBe("accepted_not_understood");
    },
  );

  it.each([
    ["gzip", gzipSync, 4],
    ["gzip", gzipSync, 0.5],
    ["br", brotliCompressSync, 0.5],
    ["deflate", deflateSync, 0.7],
    ["deflate", deflateRawSync, 0.3],
  ] as const)(
    "as %s that is cut is a lost answer, whose beginning is kept (%#)",
    async (encoding, pack, part) => {
      const cut = (came: Came): Buffer => {
        const bytes = pack(Buffer.from(goodBody(came)));
        return bytes.subarray(0, part > 1 ? bytes.length - part : Math.floor(bytes.length * part));
      };
      const { entry, attempt, problem } = await answered(sends({ "content-encoding": encoding }, cut));
      expect(entry.state).toBe("outcome_unknown");
      expect({ ...attempt, problem }).toMatchObject({
        outcome: "answer_lost",
        httpStatus: 200,
        problem: "packing_cut",
      });
      if (encoding !== "br") expect(attempt.responseBody).toMatch(/^\[\{"tenantId":7001/);
    },
  );

  it("whose connection ends in its middle is a lost answer, whose beginning is kept unpacked", async () => {
    const { attempt, problem } = await answered(
      writes((came) => {
        const bytes = gzipSync(goodBody(came));
        const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bytes.length}\r\n\r\n`;
        return Buffer.concat([Buffer.from(head), bytes.subarray(0, bytes.length >> 1)]);
      }),
    );
    expect({ ...attempt, problem }).toMatchObject({
      outcome: "answer_lost",
      httpStatus: 200,
      problem: "closed",
    });
    expect(attempt.responseBody).toMatch(/^\[\{"tenantId":7001/);
  });

  const BLANKS = Buffer.alloc(300_000_000, " ");
  const quick = { params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } };
  let gzipped: Buffer | null = null;
  const gzippedBlanks = (): Buffer => {
    gzipped ??= gzipSync(BLANKS, { level: 9 });
    return gzipped;
  };
  it.each([
    ["gzip", gzippedBlanks],
    ["deflate", () => deflateSync(BLANKS)],
    ["br", () => brotliCompressSync(BLANKS, quick)],
    ["gzip, gzip", () => gzipSync(gzippedBlanks())],
    ["gzip, br", () => brotliCompressSync(gzippedBlanks(), quick)],
  ])(
    "as %s of 300 MB is one that is too large, and takes no more memory than one may",
    { timeout: 60_000 },
    async (encoding, make) => {
      const bomb = make();
      const before = process.memoryUsage.rss();
      const { entry, attempt } = await answered(sends({ "content-encoding": encoding }, () => bomb));
      expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
      expect(entry).toMatchObject({
        state: "outcome_unknown",
        lastProblem: { code: "no_evidence", params: { reason: "too_large" } },
      });
      expect(attempt).toMatchObject({ outcome: "no_evidence", answerCut: true, httpStatus: 200 });
      expect(attempt.responseBody?.length ?? 0).toBeLessThanOrEqual(65_536);
    },
  );

  it("of more than 64 kB, though its bytes are few, confirms its entry", async () => {
    const long = (came: Came): Buffer => gzipSync(goodBody(came).padEnd(3_000_000));
    const { entry } = await answered(sends({ "content-encoding": "gzip" }, long));
    expect(entry.state).toBe("confirmed");
  });

  it("that repeats the token is kept without it", async () => {
    const refusal = () => gzipSync(JSON.stringify({ message: "no such token: token-of-a-test-1234" }));
    service.behave = sends({ "content-encoding": "gzip" }, refusal, 422);
    await connect(engine, service.url, "token-of-a-test-1234");
    const id = await enter(engine, "purchaseReturn");
    engine.clock.runUntil(engine.clock.now());
    await until(async () => (await engine.entry(id)).state === "dead_letter");
    expect((await engine.entry(id)).attempts[0]?.responseBody).toBe(
      '{"message":"no such token: [token removed]"}',
    );
  });
});

describe("an interim answer", () => {
  const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
  it.each([
    ["a 100", CONTINUE],
    ["several", CONTINUE.repeat(5)],
    ["a 100 with headers", "HTTP/1.1 100 Continue\r\nVia: 1.1 gateway\r\nDate: today\r\n\r\n"],
    ["a 100 without words", "HTTP/1.1 100\r\n\r\n"],
    ["a 100 of HTTP/1.0", "HTTP/1.0 100 Continue\r\n\r\n"],
    ["a 102", "HTTP/1.1 102 Processing\r\n\r\n"],
    ["a 103 and a 100", `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${CONTINUE}`],
    ["a 100 behind an empty line", `\r\n${CONTINUE}`],
    ["a 199", "HTTP/1.1 199 Whatever\r\n\r\n"],
    ["very many", CONTINUE.repeat(2_000)],
  ])("that nobody asked for is passed over: %s", async (_, interim) => {
    const { entry } = await answered(writes((came) => interim + whole(came), false));
    expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: true });
  });

  it.each([1, 2, 7, 12, 13, 24, 27])("is passed over in pieces of %i bytes", async (size) => {
    const { entry } = await answered((outgoing, came) => {
      const text = CONTINUE + CONTINUE + whole(came);
      const piece = (at: number): void => {
        if (at < text.length)
          outgoing.socket?.write(text.slice(at, at + size), () => setImmediate(piece, at + size));
      };
      outgoing.socket?.setNoDelay();
      piece(0);
    });
    expect(entry.state).toBe("confirmed");
  });

  it("before each of several answers over one connection is passed over", async () => {
    service.behave = (outgoing, came) => {
      outgoing.writeContinue();
      sends({})(outgoing, came);
    };
    await connect(engine, service.url);
    const ids = [];
    for (let nth = 1; nth <= 4; nth += 1) ids.push(await enter(engine, "purchaseReturn", nth));
    for (const id of ids)
      await until(async () => {
        engine.clock.runUntil(engine.clock.now() + 1_000);
        return (await engine.entry(id)).state === "confirmed";
      });
    expect(service.connections()).toBeLessThan(4);
  });

  it.each([
    ["a 100", CONTINUE],
    ["half of a 100", "HTTP/1.1 10"],
    ["a 100 without its end", "HTTP/1.1 100 Continue\r\nVia: 1.1"],
    ["a 100 and a 102", `${CONTINUE}HTTP/1.1 102 Processing\r\n\r\n`],
    ["a 101", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"],
  ])("with nothing behind it is a lost answer: %s", async (_, interim) => {
    const { entry, attempt, problem } = await answered(writes(() => interim));
    expect(entry.state).toBe("outcome_unknown");
    expect({ ...attempt, problem }).toMatchObject({
      outcome: "answer_lost",
      httpStatus: null,
      problem: "closed",
    });
  });

  it("that never ends is a lost answer once the time is over", async () => {
    service.behave = (outgoing) => {
      const pour = (): void => {
        if (outgoing.socket?.destroyed === false) outgoing.socket.write(CONTINUE, () => setImmediate(pour));
      };
      pour();
    };
    await connect(engine, service.url);
    const id = await enter(engine, "purchaseReturn");
    engine.clock.runUntil(engine.clock.now());
    await until(() => service.came.length === 1);
    await until(async () => {
      engine.clock.runUntil(engine.clock.now() + 30_000);
      return (await engine.entry(id)).state === "outcome_unknown";
    });
    expect((await engine.entry(id)).attempts[0]?.problem?.code).toBe("timed_out");
  });

  it("before a refusal leaves it a refusal", async () => {
    const refusal = '{"message":"not today"}';
    const { entry } = await answered(
      writes(() => `${CONTINUE}HTTP/1.1 422 No\r\nContent-Length: ${refusal.length}\r\n\r\n${refusal}`),
    );
    expect(entry).toMatchObject({ state: "dead_letter", lastError: "422: not today" });
  });
});

describe("an answer in another charset", () => {
  const NAME = "مؤسسة النور ٨١ – çé";
  const withName = (came: Came): string =>
    goodBody(came)
      .replace('"description":null', `"description":"${NAME}"`)
      .replace('"amount":11800', '"amount":81.235000000000000000001');
  const REST: [string, string, Parameters<typeof tables.encode>[2]?][] = [
    ["application/json; charset=utf-16", "utf16le", { addBOM: true }],
    ["application/json; charset=utf-16", "utf16be", { addBOM: true }],
    ["application/json; charset=UTF-16LE", "utf16le"],
    ['application/json;charset="utf-16be"', "utf16be"],
    ["application/json; charset=utf-16", "utf16le"],
    ["application/json", "utf16le", { addBOM: true }],
    ["application/json; charset=utf-8", "utf16be", { addBOM: true }],
    ["application/json; charset=utf-32", "utf32le", { addBOM: true }],
    ["text/json; Charset = utf-8; x=1", "utf8", { addBOM: true }],
    // Misnamed: the bytes are what every other service sends.
    ["application/json; charset=utf-16", "utf8"],
    ["application/json; charset=iso-8859-1", "utf8"],
    ["application/json; charset=us-ascii", "utf8"],
  ];
  it.each(REST)("of type %s and letters of %s is read as that (%#)", async (type, letters, options) => {
    const { entry, attempt } = await answered(
      sends({ "content-type": type }, (came) => tables.encode(withName(came), letters, options)),
    );
    expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: true });
    expect(attempt.responseBase64).toBeNull();
    expect(attempt.responseBody).toContain(`"description":"${NAME}"`);
    const document = await engine.call("documents.get", { serialNo: entry.serialNo ?? "" });
    expect(JSON.stringify(document)).toContain('"81.235000000000000000001"');
  });

  it.each(["utf16le", "utf16be", "utf32le"])(
    "of letters of %s that ends within a letter is read, and kept as it came",
    async (letters) => {
      const { entry, attempt } = await answered(
        sends({ "content-type": "application/json" }, (came) =>
          Buffer.concat([tables.encode(goodBody(came), letters, { addBOM: true }), Buffer.of(0x80)]),
        ),
      );
      expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: false });
      expect(Buffer.from(attempt.responseBase64 ?? "", "base64").at(-1)).toBe(0x80);
    },
  );

  it("is in letters of two bytes also where its name has an underscore", async () => {
    const { entry, attempt } = await answered(
      sends({ "content-type": "application/json; charset=UTF_16LE" }, (came) =>
        Buffer.concat([Buffer.from(goodBody(came), "utf16le"), Buffer.of(0x41)]),
      ),
    );
    expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: false });
    expect(Buffer.from(attempt.responseBase64 ?? "", "base64").at(-1)).toBe(0x41);
  });

  it("that has half of a pair of letters is kept as it came", async () => {
    const half = "\uD83D";
    const { entry, attempt } = await answered(
      sends({ "content-type": "application/json" }, (came) =>
        Buffer.from(
          `\uFEFF${goodBody(came).replace('"description":null', `"description":"${half}"`)}`,
          "utf16le",
        ),
      ),
    );
    expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: false });
    expect(Buffer.from(attempt.responseBase64 ?? "", "base64").toString("utf16le")).toContain(half);
  });

  it.each([
    ["windows-1256", "مؤسسة النور çé پ"],
    ["Windows-1256", "هل؟"],
    ["cp1256", "شركة"],
    ["iso-8859-6", "شركة"],
    ["cp720", "شركة"],
    ["windows-1252", "Café – 5 €"],
    ["iso-8859-1", "Café"],
    ["windows-1254", "Işık"],
    ["koi8-r", "Москва"],
    ["gb18030", "上海"],
    ["shift_jis", "東京"],
  ])("of charset %s is read as that: %s", async (charset, name) => {
    const { entry, attempt } = await answered(
      sends({ "content-type": `application/json; charset=${charset}` }, (came) =>
        tables.encode(withName(came).replace(NAME, name), charset),
      ),
    );
    expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: true });
    expect(attempt.responseBody).toContain(`"description":"${name}"`);
  });

  it("that is packed too is read as that", async () => {
    const headers = { "content-type": "application/json; charset=windows-1256", "content-encoding": "gzip" };
    const { attempt } = await answered(
      sends(headers, (came) => gzipSync(tables.encode(withName(came), "windows-1256"))),
    );
    expect(attempt.responseBody).toContain("مؤسسة النور");
  });

  it("gives the service's words of a refusal", async () => {
    const words = "الكمية أكبر من المخزون";
    const { entry } = await answered(
      sends(
        { "content-type": "text/plain; charset=windows-1256" },
        () => tables.encode(JSON.stringify({ message: words }), "windows-1256"),
        422,
      ),
    );
    expect(entry).toMatchObject({ state: "dead_letter", lastError: `422: ${words}` });
  });

  it.each(["x-unknown", "hex", "base64", "utf-7", "__proto__", "constructor"])(
    "of charset %s, for which there is no table, is read as UTF-8",
    async (charset) => {
      const { entry, attempt } = await answered(
        sends({ "content-type": `application/json; charset=${charset}` }, withName),
      );
      expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: true });
      expect(attempt.responseBody).toContain(NAME);
    },
  );

  it("with bytes that its table doesn't have is confirmed, marked, and its bytes are kept", async () => {
    const { entry, attempt } = await answered(
      sends({ "content-type": "application/json; charset=iso-8859-6" }, (came) =>
        Buffer.from(goodBody(came).replace('"description":null', '"description":"\xa1"'), "latin1"),
      ),
    );
    expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: false });
    expect(Buffer.from(attempt.responseBase64 ?? "", "base64").toString("latin1")).toContain("\xa1");
  });

  it("that repeats the token is kept without it", async () => {
    service.behave = sends(
      { "content-type": "application/json; charset=utf-16" },
      () => tables.encode('{"message":"token-of-a-test-1234"}', "utf16le", { addBOM: true }),
      422,
    );
    await connect(engine, service.url, "token-of-a-test-1234");
    const id = await enter(engine, "purchaseReturn");
    engine.clock.runUntil(engine.clock.now());
    await until(async () => (await engine.entry(id)).state === "dead_letter");
    expect((await engine.entry(id)).attempts[0]).toMatchObject({
      responseBody: '{"message":"[token removed]"}',
      responseBase64: null,
    });
  });

  it("whose connection ends within a letter is a lost answer, whose beginning is kept", async () => {
    const { attempt } = await answered(
      writes((came) => {
        const bytes = tables.encode(goodBody(came), "utf16le", { addBOM: true });
        const head = `HTTP/1.1 200 OK\r\nContent-Type: a/b; charset=utf-16\r\nContent-Length: ${bytes.length}\r\n\r\n`;
        return Buffer.concat([Buffer.from(head), bytes.subarray(0, 41)]);
      }),
    );
    expect(attempt).toMatchObject({
      outcome: "answer_lost",
      responseBody: '[{"tenantId":7001,"',
      responseBase64: null,
    });
  });
});

describe("numbers that are written as texts", () => {
  const changed =
    (change: (own: Record<string, unknown>) => object) =>
    (came: Came): string => {
      const own: unknown = JSON.parse(goodBody(came));
      return JSON.stringify(Array.isArray(own) ? own.map(change) : change(Object.assign({}, own)));
    };

  it.each([
    ["the tenant", { tenantId: "7001" }],
    ["the tenant, as a decimal", { tenantId: "7001.0" }],
    ["an id", { id: "55" }],
    ["the status", { status: "1" }],
    ["an amount", { amount: "81.235" }],
    [
      "all of them",
      { tenantId: "7001", serviceId: "1", id: "55", status: "1", amount: "81.235", toAmount: "-0.5" },
    ],
  ])("leave an answer evidence, and it is marked: %s", async (_, fields) => {
    const { entry, attempt } = await answered(
      sends(
        {},
        changed((own) => ({ ...own, ...fields })),
      ),
    );
    expect(attempt.outcome).toBe("accepted_not_understood");
    expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: false });
  });

  it("are kept digit for digit", async () => {
    const amount = "81.235000000000000000001";
    const { entry } = await answered(
      sends(
        {},
        changed((own) => ({ ...own, amount, tenantId: "7001" })),
      ),
    );
    const document = await engine.call("documents.get", { serialNo: entry.serialNo ?? "" });
    expect(JSON.stringify(document)).toContain(`"${amount}"`);
  });

  it("in a restore's answer confirm it", async () => {
    const { entry } = await answered(
      sends(
        {},
        changed((own) => ({ ...own, id: "55", status: "1" })),
      ),
      "restoreAccount",
    );
    expect(entry).toMatchObject({ state: "confirmed", answerUnderstood: false });
  });

  it("in rows of another tenant bring nothing into the mirror", async () => {
    const row = { rowNo: "1", accountId: "1101", currencyId: "YER", amount: "5", ceilAmount: 0 };
    await answered(
      sends(
        {},
        changed((own) => ({
          ...own,
          TenantBalances: [
            { ...row, tenantId: "7002", amount: "-55555" },
            { ...row, tenantId: "7001" },
          ],
        })),
      ),
    );
    const { rows } = await engine.call("mirror.balances", { accountId: 1101 });
    expect(rows.map(({ amount }) => amount)).toEqual(["5"]);
  });
});

describe("what is not HTTP", () => {
  const ok = "HTTP/1.1 200 OK\r\n";
  it.each([
    ["status 099", "HTTP/1.1 099 Odd\r\n\r\n", "not_an_answer"],
    ["status 000", "HTTP/1.1 000 Odd\r\n\r\n", "not_an_answer"],
    ["status 042 with a body", "HTTP/1.1 042 Odd\r\nContent-Length: 2\r\n\r\n[]", "not_an_answer"],
    ["a status of letters", "HTTP/1.1 abc Odd\r\n\r\n", "not_an_answer"],
    ["no status", "HTTP/1.1\r\n\r\n", "not_an_answer"],
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n", "not_an_answer"],
    ["another version", "HTTP/9.1 200 OK\r\n\r\n", "not_an_answer"],
    ["a page without a head", "<html>Sign in</html>", "not_an_answer"],
    ["TLS", Buffer.from([0x15, 3, 1, 0, 2, 2, 80]), "not_an_answer"],
    ["a head that is too long", `${ok}X: ${"x".repeat(20_000)}\r\n\r\n`, "not_an_answer"],
    ["very many header lines", `${ok}${"X: y\r\n".repeat(10_000)}\r\n`, "not_an_answer"],
    ["a header line without a name", `${ok}: x\r\n\r\n`, "not_an_answer"],
    ["a zero byte in a header", `${ok}X: a\0b\r\n\r\n`, "not_an_answer"],
    ["a length that is none", `${ok}Content-Length: ten\r\n\r\n`, "not_an_answer"],
    ["two lengths", `${ok}Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]`, "not_an_answer"],
    [
      "a length and chunks",
      `${ok}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      "not_an_answer",
    ],
    ["a bad chunk", `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n`, "not_an_answer"],
    [
      "a chunk longer than it says",
      `${ok}Transfer-Encoding: chunked\r\n\r\n1\r\n[]]\r\n0\r\n\r\n`,
      "not_an_answer",
    ],
    ["nothing", "", "closed"],
    ["half a status line", "HTTP/1.1 2", "closed"],
    ["half a head", `${ok}Content-Le`, "closed"],
    ["chunks without their end", `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n`, "closed"],
    ["less than its length", `${ok}Content-Length: 20\r\n\r\n[]`, "closed"],
    ["an upgrade", `HTTP/1.1 101 X\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n`, "closed"],
  ])("is a lost answer with a code, and the library's words behind it: %s", async (_, text, expected) => {
    const { entry, attempt, problem } = await answered(writes(() => text));
    expect({ state: entry.state, outcome: attempt.outcome, problem }).toEqual({
      state: "outcome_unknown",
      outcome: "answer_lost",
      problem: expected,
    });
    expect(entry.lastProblem?.code).toBe(expected);
  });
});
