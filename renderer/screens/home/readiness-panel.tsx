import { VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { BackupStatus } from "../../../contract/channels/recovery.ts";
import type { DiskStatus } from "../../../contract/channels/support.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats, useSettings } from "../../client/settings.ts";
import { useNow } from "../../lib/time.ts";
import { Panel } from "../../ui/page.tsx";
import classes from "./home.module.css";

interface CheckLineProps {
  name: string;
  good: boolean | "unknown";
  words: string;
  to: string;
}

/** What is well needs no words but its name; the rest of it is there for the pointer and for screen readers. */
function CheckLine({ name, good, words, to }: CheckLineProps) {
  const { t } = useTranslation();
  const Icon = good === "unknown" ? IconCircleDashed : good ? IconCircleCheck : IconAlertTriangle;
  const judged = good === "unknown" ? "unknown" : good ? "good" : "watch";
  return (
    <li className={`${classes.check} gap-0-8 rest-beside grid middle`} data-good={good} title={words}>
      <Icon size="1.125rem" stroke={1.8} aria-label={t(`home.ready.${judged}`)} />
      <Link href={to} className={`${classes.checkName} unlined ink`}>
        {name}
      </Link>
      {good === true ? (
        <VisuallyHidden>{words}</VisuallyHidden>
      ) : (
        <span className={classes.dim}>{words}</span>
      )}
    </li>
  );
}

/** Token, reference data, clock, disk, backup and printer: what should be in order before the link goes down. */
export function ReadinessPanel() {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const connection = useChannel("connection.get", {}).data;
  const connected = connection !== undefined && connection !== null;
  const vault = useChannel("vault.status", {}).data;
  const kinds = useChannel("mirror.counts", {}).data?.kinds;
  const status = useChannel("sync.status", {}).data;
  const disk = useChannel("disk.status", {}).data;
  const backup = useChannel("backup.status", {}, { enabled: connected }).data;
  const printers = useChannel("print.printers", {}).data;
  const { printerName } = useSettings();
  if (connection === undefined || kinds === undefined || status === undefined) return null;
  const products = kinds.find(({ kind }) => kind === "product");
  const accounts = kinds.find(({ kind }) => kind === "account")?.live ?? 0;
  const ready = readiness({
    // Practice makes itself a new token every time.
    hasToken: connection?.practice === true || (connection?.hasToken ?? false),
    thisRunOnly: connection?.practice !== true && (vault?.thisRunOnly ?? false),
    products: { live: products?.live ?? 0, importedAt: products?.importedAt ?? null },
    accounts,
    clockDriftMs: status.clockDriftMs,
    disk: disk?.level ?? "unknown",
    backup: backup ?? null,
    printer: {
      chosen: printerName,
      names: printers?.known === true ? printers.printers.map(({ name }) => name) : null,
    },
    now,
  });
  const ago = (at: string | null | undefined): string =>
    at === null || at === undefined ? "" : formats.relative(at, Math.max(now, Date.parse(at)));
  return (
    <Panel title={t("home.ready.title")}>
      <ul className={`${classes.checks} grid gap-0-16 list`}>
        <CheckLine
          name={t("field.token")}
          good={ready.token === "held"}
          words={t(`home.ready.token.${ready.token}`)}
          to="/connect"
        />
        <CheckLine
          name={t("list.product")}
          good={ready.products === "fresh"}
          words={t(`home.ready.products.${ready.products}`, {
            count: products?.live ?? 0,
            ago: ago(products?.importedAt),
          })}
          to="/reference-data"
        />
        <CheckLine
          name={t("list.account")}
          good={ready.accounts === "some"}
          words={t(`home.ready.accounts.${ready.accounts}`, { count: accounts })}
          to="/reference-data"
        />
        <CheckLine
          name={t("home.ready.names.clock")}
          good={ready.clock === "unknown" ? "unknown" : ready.clock === "good"}
          words={t(`home.ready.clock.${ready.clock}`, {
            duration: formats.duration(Math.abs(status.clockDriftMs ?? 0)),
          })}
          to="/settings/about"
        />
        <CheckLine
          name={t("home.ready.names.disk")}
          good={ready.disk === "unknown" ? "unknown" : ready.disk === "fine"}
          words={
            disk === undefined
              ? t("home.ready.notYet")
              : t(`home.ready.disk.${ready.disk}`, { free: formats.bytes(disk.freeBytes ?? 0) })
          }
          to="/settings/about"
        />
        <CheckLine
          name={t("settings.backup.title")}
          good={["unknown", "none"].includes(ready.backup) ? "unknown" : ready.backup === "fresh"}
          words={
            ready.backup === "unknown"
              ? t("home.ready.notYet")
              : t(`home.ready.backup.${ready.backup}`, { ago: ago(backup?.lastAt) })
          }
          to="/settings/backups"
        />
        <CheckLine
          name={t("print.settings.printer")}
          // Without a printer slips are saved as PDF: nothing is asked of anyone.
          good={["unknown", "none"].includes(ready.printer) ? "unknown" : ready.printer !== "gone"}
          words={t(`home.ready.printer.${ready.printer}`, { name: `\u2068${printerName ?? ""}\u2069` })}
          to="/settings/printer"
        />
      </ul>
    </Panel>
  );
}

// Whether the counter can go on when the link goes down. Each check says one thing, good or worth a look.

/** Reference data older than this may have changed. */
const OLD_MS = 7 * 86_400_000;
/** A clock further off than this shows in the books. */
export const DRIFT_MS = 60_000;

export interface Facts {
  hasToken: boolean;
  thisRunOnly: boolean;
  products: { live: number; importedAt: string | null };
  accounts: number;
  clockDriftMs: number | null;
  disk: DiskStatus["level"];
  /** Null: not known yet. */
  backup: Pick<BackupStatus, "lastAt" | "isOld" | "second"> | null;
  printer: {
    /** Null: the system's dialog asks every time. */
    chosen: string | null;
    /** Null: not known yet, or the system didn't say. */
    names: readonly string[] | null;
  };
  now: number;
}

type TokenCheck = "held" | "thisRun" | "none";
type ProductsCheck = "none" | "fresh" | "old";
type AccountsCheck = "none" | "some";
type ClockCheck = "unknown" | "good" | "off";
type BackupCheck = "unknown" | "none" | "fresh" | "old" | "hereOnly";
type PrinterCheck = "unknown" | "chosen" | "asks" | "gone" | "none";

interface Readiness {
  token: TokenCheck;
  products: ProductsCheck;
  accounts: AccountsCheck;
  clock: ClockCheck;
  disk: DiskStatus["level"];
  backup: BackupCheck;
  printer: PrinterCheck;
}

function printerCheck({ printer: { chosen, names } }: Facts): PrinterCheck {
  if (names === null) return "unknown";
  if (names.length === 0) return "none";
  if (chosen === null) return "asks";
  return names.includes(chosen) ? "chosen" : "gone";
}

function backupCheck({ backup }: Facts): BackupCheck {
  if (backup === null) return "unknown";
  if (backup.isOld) return "old";
  if (backup.lastAt === null) return "none";
  return (backup.second?.problem ?? null) === null ? "fresh" : "hereOnly";
}

function productsCheck({ products, now }: Facts): ProductsCheck {
  if (products.live === 0) return "none";
  return products.importedAt !== null && now - Date.parse(products.importedAt) > OLD_MS ? "old" : "fresh";
}

/** All checks at once. */
export function readiness(facts: Facts): Readiness {
  const drift = facts.clockDriftMs;
  return {
    token: facts.hasToken ? (facts.thisRunOnly ? "thisRun" : "held") : "none",
    products: productsCheck(facts),
    accounts: facts.accounts === 0 ? "none" : "some",
    clock: drift === null ? "unknown" : Math.abs(drift) > DRIFT_MS ? "off" : "good",
    disk: facts.disk,
    backup: backupCheck(facts),
    printer: printerCheck(facts),
  };
}
