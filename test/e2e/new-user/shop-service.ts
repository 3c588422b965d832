/** Starts the shop's service as a process of its own, and looks into its books over HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const listening = z.object({ url: z.url(), token: z.string(), tenantId: z.number(), userId: z.number() });
const books = z.object({
  applied: z.array(z.object({ operation: z.string(), requestBody: z.string() })),
  received: z.array(z.object({ body: z.string() })),
});

export type ShopService = z.output<typeof listening> & {
  /** What the service holds. */
  books(): Promise<z.output<typeof books>>;
  close(): Promise<void>;
};

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Starts it on a free port of loopback. */
export async function startShopService(): Promise<ShopService> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("serve-shop.ts", import.meta.url))], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(() => {
      throw new Error("The shop's service ended before it listened.");
    }),
  ]);
  const about = listening.parse(JSON.parse(String(line)));
  return {
    ...about,
    books: async () => books.parse(await (await fetch(`${about.url}/practice/books`)).json()),
    close: () => end(child),
  };
}
