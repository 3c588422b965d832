/** What answers each of the engine's channels. */
import type { Connections } from "./connection/connections.ts";
import { type Connect, checkAddress } from "./core/remote/network.ts";
import { NOT_CONNECTED } from "./core/sync/status.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { diskStatusOf } from "./file/disk.ts";
import type { ProfileStore } from "./file/profile/profile.ts";
import type { errorReply, Handlers } from "./router.ts";
import { restoreRecord, restoreRecords } from "./subjects/restores/restore-record.ts";
import { postPurchaseReturn } from "./subjects/returns/purchase-return.ts";
import { supportFactsOf } from "./subjects/support/support-facts.ts";
import { updateTaxVoucher } from "./subjects/vouchers/tax-voucher.ts";

/**
 * A line for each channel, alike as many are: the compiler asks for every one and knows what goes in and out, which a
 * table of names would not. `connect` opens a connection, `wordsOf` says of a failure what its caller is told.
 */
export function createHandlers(
  deps: EngineDeps,
  profile: ProfileStore,
  connections: Connections,
  connect: Connect,
  wordsOf: (error: unknown) => ReturnType<typeof errorReply>["error"],
): Handlers {
  const { clock, emit } = deps;
  const { connected, current } = connections;
  const status = () => current()?.status() ?? NOT_CONNECTED;

  return {
    "app.info": () => ({
      version: deps.appVersion,
      engine: { node: process.versions.node, sqlite: profile.sqliteVersion() },
      profile: deps.profile,
    }),
    "connection.get": () => current()?.connection() ?? null,
    "connection.save": connections.save,
    "connection.check": ({ serviceUrl }) => checkAddress(connect, serviceUrl, clock.now),
    "connection.list": () => ({ connections: connections.list() }),
    "sync.status": status,
    "sync.now": () => {
      const session = current();
      session?.now();
      return session?.status() ?? NOT_CONNECTED;
    },
    "sync.pause": () => {
      const session = connected();
      session.setPaused(true);
      return session.status();
    },
    "sync.resume": () => {
      const session = connected();
      session.setPaused(false);
      return session.status();
    },
    "policy.get": () => connected().policy(),
    "policy.set": (input) => connected().setPolicy(input),
    "purchaseReturn.post": (input) => postPurchaseReturn(connected().posting, input),
    "taxVoucher.update": (input) => updateTaxVoucher(connected().posting, connected().vouchers, input),
    "restore.request": (input) => restoreRecord(connected().posting, input),
    "restore.known": () => connected().knownRestores(),
    "restore.requestMany": (input) => restoreRecords(connected().posting, input, emit, wordsOf),
    "outbox.list": (input) => connected().outbox.list(input),
    "outbox.get": (input) => connected().outbox.get(input),
    "outbox.resend": (input) => connected().outbox.resend(input),
    "outbox.discard": (input) => connected().outbox.discard(input),
    "outbox.markRecorded": (input) => connected().outbox.markRecorded(input),
    "unknown.match": (input) => connected().unknown.match(input),
    "outbox.summary": () => connected().outbox.summary(),
    "documents.search": (input) => connected().documents.search(input),
    "documents.get": (input) => connected().documents.get(input),
    "audit.list": (input) => connected().auditList.list(input),
    "audit.export": (input) => connected().auditExport.export(input),
    "daySheets.create": async (input) => (await connected().daySheets()).create(input),
    "daySheets.list": async (input) => (await connected().daySheets()).list(input),
    "daySheets.get": async (input) => (await connected().daySheets()).get(input),
    "backup.create": (input) => connected().backup.create(input),
    "backup.status": () => connected().backup.status(),
    "backup.setSecondFolder": ({ path }) => connected().backup.setSecondFolder(path ?? null),
    "backup.restore": connections.loadBackup,
    "recovery.refusal": connections.refusal,
    "recovery.downgrade": connections.downgrade,
    "recovery.report": (input) => connected().recoveries.report(input),
    "recovery.seen": (input) => connected().recoveries.seen(input),
    "recovery.decide": (input) => connected().recoveries.decide(input),
    "mirror.search": (input) => connected().mirror.search(input),
    "mirror.browse": (input) => connected().mirror.browse(input),
    "mirror.lookupBarcode": (input) => connected().mirror.lookupBarcode(input),
    "mirror.scan": (input) => connected().scans.scan(input),
    "purchases.search": async (input) => (await connected().purchases()).search(input),
    "purchases.get": async (input) => (await connected().purchases()).get(input),
    "expiry.list": async (input) => (await connected().expiry()).list(input),
    "expiry.totals": async () => (await connected().expiry()).totals(),
    "statements.get": async (input) => (await connected().statements()).get(input),
    "returnWindows.get": async () => (await connected().expiry()).windows(),
    "returnWindows.set": async (input) => (await connected().expiry()).setWindow(input),
    "linkedBarcodes.list": async (input) => (await connected().linkedBarcodes()).list(input),
    "linkedBarcodes.add": async (input) => (await connected().linkedBarcodes()).add(input),
    "linkedBarcodes.remove": async (input) => (await connected().linkedBarcodes()).remove(input),
    "scanRules.get": () => connected().scans.rules(),
    "scanRules.set": (input) => connected().scans.setRules(input),
    "mirror.balances": (input) => connected().mirror.balances(input),
    "mirror.stock": (input) => connected().mirror.stock(input),
    "mirror.unitConversion": (input) => connected().productDetail.conversion(input),
    "mirror.productDetail": (input) => connected().productDetail.detail(input),
    "mirror.balanceHistory": (input) => connected().productDetail.balanceHistory(input),
    "mirror.counts": () => connected().mirror.counts(),
    "taxVoucher.find": (input) => connected().mirror.findVouchers(input),
    "referenceData.preview": (input) => connected().referenceData.preview(input),
    "referenceData.cancelImport": (input) => connected().referenceData.cancelImport(input),
    "referenceData.import": (input) => connected().referenceData.import(input),
    "disk.status": () => diskStatusOf(deps.profile),
    "support.facts": () => {
      // Also where the file can't be opened: that is when support asks.
      const session = connections.session();
      const { file, busy } = connections.facts();
      return supportFactsOf({
        db: session?.supportDb ?? null,
        profile: deps.profile,
        version: deps.appVersion,
        sqliteVersion: profile.sqliteVersion(),
        now: clock.now(),
        file,
        busy,
        status: file === "closed" ? NOT_CONNECTED : (session?.status() ?? null),
        connection: connections.identity(),
        resendUnknown: session?.policy().resendUnknown ?? false,
      });
    },
    "attachment.isReferred": (file) => ({ referred: connected().keptFiles.isReferred(file) }),
    "attachment.ofEntry": ({ entryId }) => ({ files: connected().keptFiles.ofEntry(entryId) }),
    "draft.list": () => connected().drafts.list(),
    "draft.save": (input) => connected().drafts.save(input),
    "draft.remove": (input) => connected().drafts.remove(input),
  };
}
