/** People of a counter, for the tests of who did what. */
import type { ChannelInput, ChannelOutput, EngineChannel } from "../../contract/channels.ts";
import type { PersonName } from "../../contract/rights.ts";
import type { TestEngine } from "./engine.ts";

const PIN = "1234";

/** Makes an owner, who is signed in, and a cashier; both have one PIN. */
export async function hire(engine: TestEngine) {
  const save = async (name: string, userId: number, role: "owner" | "cashier"): Promise<PersonName> => {
    const { personId } = await engine.call("people.save", { name, userId, role, pin: PIN });
    return { personId, name, userId };
  };
  const owner = await save("Salma", 601, "owner");
  const cashier = await save("Omar", 602, "cashier");
  return {
    owner,
    cashier,
    signIn: ({ personId }: PersonName) => engine.call("people.switch", { personId, pin: PIN }),
    /** Asks, has the owner approve it, and asks again. */
    async approved<Name extends EngineChannel>(
      channel: Name,
      input: ChannelInput<Name>,
    ): Promise<ChannelOutput<Name>> {
      const { code, details } = await engine.refusal(channel, input);
      if (code !== "approval_needed") throw new Error(`${channel} was refused: ${code}`);
      const approvalId = String(details.approvalId);
      await engine.call("people.approve", { approvalId, personId: owner.personId, pin: PIN });
      return engine.call(channel, { ...input, approvalId });
    },
  };
}
