/**
 * Sends figures to an OTLP collector over HTTP, as JSON, by OpenTelemetry's own exporter. It can't use undici, but takes an
 * agent of Node's: its connections are opened as the engine's own are, through the same proxy and with the same checks of
 * certificates. Loaded on the monitoring thread only, where the policy names a collector.
 */
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import type { CounterStatus } from "../../../../../contract/counter-status.ts";
import { createEstablish } from "../../../core/remote/connect.ts";
import { CONNECT_MS } from "../../../core/remote/network.ts";
import { type CounterFigure, figuresOf } from "./figures.ts";

/** For a whole export, its tries included. */
const WHOLE_MS = 20_000;
/** The reader is asked each time; it sends nothing by itself in between. */
const NEVER_MS = 2_147_483_647;

/** `url`: as the policy names it, with or without the path of metrics. */
export const metricsUrl = (url: string): URL => {
  const { pathname } = new URL(url);
  if (/\/v1\/metrics\/?$/.test(pathname)) return new URL(url);
  const parts = pathname.split("/").filter((part) => part !== "");
  return new URL(["", ...parts, "v1", "metrics"].join("/"), url);
};

function agentOf(url: URL, proxy: string | null): HttpAgent {
  const establish = createEstablish(proxy, CONNECT_MS);
  const createConnection = (_: unknown, done?: (error: Error | null, socket: Duplex) => void): undefined => {
    establish(url).then(
      (socket) => done?.(null, socket),
      // Node's types want a socket with the error too; it looks at none.
      (error: unknown) => Reflect.apply(done ?? (() => undefined), null, [error]),
    );
  };
  const agent =
    url.protocol === "https:" ? new HttpsAgent({ maxSockets: 1 }) : new HttpAgent({ maxSockets: 1 });
  return Object.assign(agent, { createConnection });
}

export function openOtlp(collector: string, proxy: string | null) {
  const url = metricsUrl(collector);
  let provider: MeterProvider | null = null;
  let reader: PeriodicExportingMetricReader | null = null;
  let figures: readonly CounterFigure[] = [];
  let failed: unknown = null;

  const open = ({ deviceId, version }: CounterStatus): PeriodicExportingMetricReader => {
    const exporter = new OTLPMetricExporter({
      url: url.href,
      timeoutMillis: WHOLE_MS,
      // A gauge that is not observed any more is left out.
      temporalityPreference: AggregationTemporality.DELTA,
      httpAgentOptions: () => agentOf(url, proxy),
    });
    const sending: typeof exporter.export = exporter.export.bind(exporter);
    exporter.export = (metrics, done) =>
      sending(metrics, (result) => {
        failed = result.code === 0 ? null : (result.error ?? new Error("not exported"));
        done(result);
      });
    const made = new PeriodicExportingMetricReader({
      exporter,
      exportIntervalMillis: NEVER_MS,
      exportTimeoutMillis: WHOLE_MS,
    });
    provider = new MeterProvider({
      readers: [made],
      resource: resourceFromAttributes({
        "service.name": "counterside",
        "service.version": version,
        "service.instance.id": deviceId,
      }),
    });
    const meter = provider.getMeter("counterside", version);
    for (const { name, help } of figures)
      meter.createObservableGauge(name, { description: help }).addCallback((result) => {
        for (const { labels, value } of figures.find((each) => each.name === name)?.samples ?? [])
          result.observe(value, labels);
      });
    return made;
  };

  return {
    /** Throws what kept the collector from taking it. */
    async send(status: CounterStatus): Promise<void> {
      figures = figuresOf(status);
      reader ??= open(status);
      await reader.forceFlush();
      if (failed !== null) throw failed;
    },
    close: async (): Promise<void> => provider?.shutdown(),
  };
}
