/** The English catalogue, one file an area. */

import activity from "./activity.json";
import byPolicy from "./by-policy.json";
import catalogue from "./catalogue.json";
import common from "./common.json";
import components from "./components.json";
import connect from "./connect.json";
import days from "./days.json";
import documents from "./documents.json";
import errors from "./errors.json";
import expiring from "./expiring.json";
import fault from "./fault.json";
import files from "./files.json";
import help from "./help.json";
import home from "./home.json";
import nav from "./nav.json";
import newVersion from "./new-version.json";
import operations from "./operations.json";
import outbox from "./outbox.json";
import pin from "./pin.json";
import print from "./print.json";
import purchaseReturn from "./purchase-return.json";
import rehearsal from "./rehearsal.json";
import restore from "./restore.json";
import settings from "./settings.json";
import slipCodes from "./slip-codes.json";
import statement from "./statement.json";
import status from "./status.json";
import taxVoucher from "./tax-voucher.json";

export const en = {
  common,
  operations,
  nav,
  status,
  errors,
  components,
  connect,
  home,
  help,
  purchaseReturn,
  taxVoucher,
  files,
  restore,
  outbox,
  days,
  documents,
  statement,
  expiring,
  catalogue,
  activity,
  settings,
  slipCodes,
  rehearsal,
  print,
  pin,
  newVersion,
  byPolicy,
  fault,
};
