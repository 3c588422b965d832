/**
 * The built page in Debian's Chromium, before the real engine in plain Node. The generation of Chromium and Node that
 * ships is newer than what the fallback Electron holds; what only Electron's main process does is answered here by a
 * stand-in, and only what these screens ask.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import {
  type ChannelInput,
  type ChannelName,
  type ChannelOutput,
  isEngineChannel,
  parseChannelInput,
  parseChannelOutput,
} from "../../contract/channels.ts";
import { CountersideError } from "../../contract/error.ts";
import { agreedEvent, type CountersideEvent } from "../../contract/events.ts";
import type { Reply } from "../../contract/reply.ts";
import { createSerialQueue } from "../../main/lib/serial-queue.ts";
import { type PracticeService, startPracticeService } from "../../main/practice/service.ts";
import { writeReferenceFiles } from "../../main/practice/shop/reference-files.ts";
import { createPracticeMode } from "../../main/shell/practice/practice.ts";
import type { PracticeHost } from "../../main/shell/practice/practice-host.ts";
import { defaultSettings } from "../../main/shell/settings.ts";
import { SECURITY_HEADERS } from "../../main/shell/window/page-rules.ts";
import { inRoot } from "../../scripts/lib/paths.mjs";
import type { Answers } from "./bridge.ts";
import { sampleOf } from "./event-samples.ts";
import { driveHeadless, type Headless, type Line } from "./headless-process.ts";

/** Debian's package `chromium`. */
export const CHROMIUM = "/usr/bin/chromium";

export interface OpenPage {
  page: Page;
  browser: Browser;
  practice: PracticeService;
  /** Calls a channel as the page would; throws the error's code and words. */
  invoke<Name extends ChannelName>(channel: Name, input: ChannelInput<Name>): Promise<ChannelOutput<Name>>;
  /** SIGKILL to the engine, and a new one on the same profile. */
  restartEngine(): Promise<void>;
  /** What the page threw or was refused by its own policy, and what it asked that nobody answers here. */
  faults: string[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** Serves the built page on loopback with the headers that the app's own protocol gives it. */
async function servePage(): Promise<{ server: Server; url: string }> {
  const folder = inRoot("out", "renderer");
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://page").pathname);
    // Chromium asks every site for one; the app's own protocol has no site.
    if (path === "/favicon.ico") {
      response.writeHead(204, SECURITY_HEADERS).end();
      return;
    }
    try {
      const content = readFileSync(join(folder, path === "/" ? "index.html" : path));
      response.writeHead(200, {
        ...SECURITY_HEADERS,
        "Content-Type": TYPES[extname(path)] ?? "text/html",
      });
      response.end(content);
    } catch {
      response.writeHead(404, SECURITY_HEADERS).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the page's server has no port");
  return { server, url: `http://127.0.0.1:${address.port}/` };
}

/** The preload's two functions in a plain Chromium: calls go to this process, events come from it. Runs in the page. */
function preload(): void {
  const ask: unknown = Reflect.get(window, "countersideInvoke");
  const value = {
    invoke: (...call: unknown[]): unknown =>
      typeof ask === "function" ? Reflect.apply(ask, window, call) : null,
    subscribe: (listener: (event: unknown) => void) => {
      const pass = (event: Event) => {
        if (event instanceof CustomEvent) listener(event.detail);
      };
      window.addEventListener("counterside:event", pass);
      return () => window.removeEventListener("counterside:event", pass);
    },
  };
  Object.defineProperty(window, "counterside", { value });
}

/** The practice service in this very process. */
function practiceHost(service: PracticeService, referenceData: string): PracticeHost {
  const state = () => {
    const { up, url: serviceUrl, token, tenantId, userId, language, trouble } = service;
    return { type: "state", up, serviceUrl, token, tenantId, userId, language, trouble } as const;
  };
  return {
    start: async () => state(),
    name: async (language) => {
      service.nameShop(language);
      await writeReferenceFiles(referenceData, service.shop());
      return state();
    },
    setUp: async (up) => {
      await service.setListening(up);
      return state();
    },
    rehearse: async (trouble) => {
      service.rehearse(trouble);
      return state();
    },
    startOver: async () => {
      service.startOver();
      await writeReferenceFiles(referenceData, service.shop());
      return state();
    },
    books: async () => service.shownBooks(),
    state,
    stop: async () => undefined,
  };
}

const isReply = (line: Line): line is Line & Reply<unknown> => typeof line.ok === "boolean";

/** Opens the page on a separate profile. */
export async function openPage(): Promise<OpenPage> {
  const folder = mkdtempSync(join(tmpdir(), "counterside-chromium-"));
  const practiceFolder = join(folder, "practice");
  mkdirSync(practiceFolder);
  const referenceData = join(practiceFolder, "reference-data");
  const service = await startPracticeService({ folder: practiceFolder, port: 0 });
  await writeReferenceFiles(referenceData, service.shop());
  const start = () => driveHeadless(["--profile", join(folder, "profile")]);
  const { server, url } = await servePage();
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    // Root has no sandbox of Chromium's, and the rest asks for nothing outside this machine.
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ],
  });
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });

  // A page that is left or closed in this moment hears nothing, as in the app.
  const tell = (event: CountersideEvent) =>
    void page
      .evaluate((detail) => window.dispatchEvent(new CustomEvent("counterside:event", { detail })), event)
      .catch((error: unknown) => {
        if (!page.isClosed() && !/context was destroyed/.test(String(error))) faults.push(String(error));
      });
  let engine: Headless = start();
  let passedOn = 0;
  // The driver keeps lines; what is an event among the new ones is the page's.
  const passOn = setInterval(() => {
    const fresh = engine.lines.slice(passedOn);
    passedOn = engine.lines.length;
    for (const line of fresh) {
      const event = agreedEvent.safeParse(line).data;
      if (event !== undefined) tell(event);
    }
  }, 20);

  const askEngine = async (channel: string, input: unknown): Promise<Reply<unknown>> => {
    if (!isEngineChannel(channel)) throw new Error(`${channel} is not the engine's`);
    const line = await engine.reply(engine.ask(channel, input));
    if (!isReply(line)) throw new Error(`no reply: ${JSON.stringify(line)}`);
    return line.ok ? { ok: true, value: line.value } : { ok: false, error: line.error };
  };
  let settings = defaultSettings("en");
  const practice = createPracticeMode({
    host: practiceHost(service, referenceData),
    invoke: askEngine,
    saveConnection: (input) => askEngine("connection.save", input),
    turns: createSerialQueue(),
    folder: practiceFolder,
    language: () => settings.language,
    emit: tell,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const shell: Answers = {
    "settings.get": () => settings,
    "settings.set": (change) => {
      settings = parseChannelOutput("settings.get", { ...settings, ...change });
      tell({ event: "settings.changed", payload: settings });
      practice.speak().catch((error: unknown) => faults.push(String(error)));
      return settings;
    },
    "practice.start": () => practice.start(),
    "practice.status": () => practice.status(),
    "practice.setServiceUp": ({ up }) => practice.setServiceUp(up),
    "practice.rehearse": ({ trouble }) => practice.rehearse(trouble),
    "practice.books": () => practice.books(),
    "practice.startOver": () => practice.startOver(),
    "start.answers": () => ({ answers: null }),
    "start.seen": () => ({}),
    "pin.codeShown": () => ({}),
    "ownerPolicy.get": () => ({ state: "none", path: join(folder, "policy.json") }),
    "print.printers": () => ({ printers: [], known: true }),
    "crashes.last": () => ({ fault: null }),
    "pin.status": () => sampleOf("pin.changed").payload,
    "updates.status": () => sampleOf("updates.changed").payload,
    "vault.status": () => ({ backend: "none", canKeep: false, thisRunOnly: true, lost: false }),
    "app.environment": () => ({
      platform: "linux",
      version: "0.1.0",
      electron: "none",
      chromium: browser.version(),
      packaged: false,
      testBuild: true,
      locale: "en",
      logFolder: folder,
    }),
  };
  const askShell = async <Name extends ChannelName>(
    channel: Name,
    input: unknown,
  ): Promise<Reply<unknown>> => {
    const answer = shell[channel];
    try {
      if (answer === undefined) throw new Error(`nobody answers ${channel} here`);
      return {
        ok: true,
        value: parseChannelOutput(channel, await answer(parseChannelInput(channel, input))),
      };
    } catch (error) {
      if (!(error instanceof CountersideError)) faults.push(String(error));
      const { code, details } =
        error instanceof CountersideError ? error : ({ code: "internal", details: {} } as const);
      return { ok: false, error: { code, message: String(error), details } };
    }
  };
  const ask = (channel: ChannelName, input: unknown): Promise<Reply<unknown>> =>
    isEngineChannel(channel) ? askEngine(channel, input) : askShell(channel, input);

  await page.exposeFunction("countersideInvoke", ask);
  await page.addInitScript(preload);
  await engine.ready;
  await page.goto(url);
  await page.locator("main h1").first().waitFor();

  return {
    page,
    browser,
    practice: service,
    faults,
    async invoke(channel, input) {
      const reply = await ask(channel, input);
      if (reply.ok) return parseChannelOutput(channel, reply.value);
      throw new Error(`${channel}: ${reply.error.code}: ${reply.error.message}`);
    },
    async restartEngine() {
      await engine.kill();
      tell({
        event: "engine.stopped",
        payload: {
          error: { code: "engine_unavailable", message: "It was killed.", details: {} },
          restarting: true,
        },
      });
      engine = start();
      passedOn = 0;
      await engine.ready;
      // No vault here keeps the token.
      await practice.resume();
    },
    async close() {
      clearInterval(passOn);
      await browser.close();
      await engine.kill();
      server.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
