/** The stand-in service in a utility process: commanded over `process.parentPort`. */
import { join } from "node:path";
import { type FromPractice, toPractice } from "../../contract/process-messages.ts";
import { type PracticeService, startPracticeService } from "./service.ts";
import { writeReferenceFiles } from "./shop/reference-files.ts";

/** As much of Electron's ParentPort as is used here; electron itself is not imported. */
interface ParentPort {
  on(event: "message", listener: (event: { data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

const isParentPort = (value: unknown): value is ParentPort =>
  typeof value === "object" &&
  value !== null &&
  typeof Reflect.get(value, "on") === "function" &&
  typeof Reflect.get(value, "postMessage") === "function";

function serveParent(port: ParentPort): void {
  // The books of the stand-in lie in the profile, which is its account's alone.
  process.umask(0o077);
  let service: PracticeService | null = null;
  let referenceData = "";
  const say = (message: FromPractice): void => port.postMessage(message);
  const sayState = (started: PracticeService): void => {
    const { up, url: serviceUrl, token, tenantId, userId, language, trouble } = started;
    say({ type: "state", up, serviceUrl, token, tenantId, userId, language, trouble });
  };
  const started = (): PracticeService => {
    if (service === null) throw new Error("the practice service is not started");
    return service;
  };
  const writeReferences = () => writeReferenceFiles(referenceData, started().shop());
  const obey = async (data: unknown): Promise<void> => {
    const message = toPractice.parse(data);
    switch (message.type) {
      case "init": {
        if (service !== null) throw new Error("the practice service is started already");
        const { folder, port: wantedPort, sqliteBinding, language, up } = message;
        const troubleMet = () => say({ type: "troubleMet" });
        service = await startPracticeService({
          folder,
          port: wantedPort,
          sqliteBinding,
          language,
          up,
          troubleMet,
        });
        referenceData = join(folder, "reference-data");
        await writeReferences();
        return sayState(service);
      }
      case "name":
        started().nameShop(message.language);
        await writeReferences();
        return sayState(started());
      case "setUp":
        await started().setListening(message.up);
        return sayState(started());
      case "rehearse":
        started().rehearse(message.trouble);
        return sayState(started());
      case "startOver":
        started().startOver();
        await writeReferences();
        return sayState(started());
      case "books":
        return say({ type: "books", books: started().shownBooks() });
      case "stop":
        await service?.close();
        process.exit(0);
    }
  };
  // One message after the other: "stop" waits for a start that is under way.
  let last: Promise<void> = Promise.resolve();
  port.on("message", ({ data }) => {
    last = last
      .then(() => obey(data))
      .catch((error: unknown) =>
        say({ type: "failed", message: error instanceof Error ? error.message : String(error) }),
      );
  });
}

const parentPort: unknown = Reflect.get(process, "parentPort");
if (!isParentPort(parentPort)) {
  throw new Error("this entry runs in a utility process; in plain Node use serve.ts");
}
serveParent(parentPort);
