/** The stand-in service with the new user's shop, as a process of its own: one line of JSON once it listens. */
import { startPracticeService } from "../../../main/practice/service.ts";
import { SERVICE_SHOP } from "./shop-files.ts";

const { url, token, tenantId, userId, close } = await startPracticeService({
  folder: ":memory:",
  port: 0,
  sampleShop: SERVICE_SHOP,
});
process.once("SIGTERM", () => void close().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ url, token, tenantId, userId })}\n`);
