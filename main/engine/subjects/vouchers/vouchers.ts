/** The mirrored vouchers, as a voucher edit needs them. */
import { type DeviceId, deviceId, type UserId, userId } from "../../../../contract/values.ts";
import type { Db } from "../../file/database/open-database.ts";

export type VoucherStore = ReturnType<typeof createVoucherStore>;

export function createVoucherStore(db: Db) {
  const creator = db.prepare<[string], { creator_user_id: unknown; creator_device_id: unknown }>(
    "SELECT creator_user_id, creator_device_id FROM voucher WHERE serial_no = ?",
  );
  return {
    /** Who made the voucher, where the mirror knows. */
    creatorOf(serialNo: string): { userId: UserId | null; deviceId: DeviceId | null } {
      const row = creator.get(serialNo);
      return {
        userId: userId.safeParse(row?.creator_user_id).data ?? null,
        deviceId: deviceId.safeParse(row?.creator_device_id).data ?? null,
      };
    },
  };
}
