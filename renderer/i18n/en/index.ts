/** The English messages, one file a screen. */

import activity from "./activity.json";
import approval from "./approval.json";
import common from "./common.json";
import components from "./components.json";
import connect from "./connect.json";
import documents from "./documents.json";
import errors from "./errors.json";
import expiring from "./expiring.json";
import files from "./files.json";
import help from "./help.json";
import home from "./home.json";
import nav from "./nav.json";
import outbox from "./outbox.json";
import people from "./people.json";
import print from "./print.json";
import purchaseReturn from "./purchase-return.json";
import referenceData from "./reference-data.json";
import restore from "./restore.json";
import settings from "./settings.json";
import shopFolder from "./shop-folder.json";
import takeover from "./takeover.json";
import taxVoucher from "./tax-voucher.json";

export const en = {
  ...activity,
  ...approval,
  ...common,
  ...components,
  ...connect,
  ...documents,
  ...errors,
  ...expiring,
  ...files,
  ...help,
  ...home,
  ...nav,
  ...outbox,
  ...people,
  ...print,
  ...purchaseReturn,
  ...referenceData,
  ...restore,
  ...settings,
  ...shopFolder,
  ...takeover,
  ...taxVoucher,
};
