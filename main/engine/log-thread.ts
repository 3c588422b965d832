/** The thread that writes a busy file's log back, so that no posting waits for the disk. Each message is one wish. */
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { writeLogBack } from "./file/database/log-length.ts";
import { openDatabase } from "./file/database/open-database.ts";

const { path, sqliteBinding } = z
  .object({ path: z.string(), sqliteBinding: z.string().nullable() })
  .parse(workerData);
const db = openDatabase(path, sqliteBinding);

parentPort?.on("message", (wish: "write_back" | "end") => {
  if (wish === "write_back") parentPort?.postMessage(writeLogBack(db));
  else {
    db.close();
    parentPort?.close();
  }
});
