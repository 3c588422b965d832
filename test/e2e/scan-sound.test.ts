/** The sound after a scan in the real window, where nobody has clicked: what reaches the loudspeaker is measured. */
import { expect } from "@playwright/test";
import { barcodeOf, beginReturn, lineCount, scan, startShop } from "./purchase-return-steps.ts";
import { test } from "./shell/open-app.ts";

test("an unknown code sounds without a click before it, as the settings say", async ({ open }) => {
  const opened = await open();
  const { page, invoke } = opened;
  await startShop(opened);
  const known = await barcodeOf(opened, 1001);
  await beginReturn(opened);
  await page.evaluate(() => {
    const sounded = { tones: 0, states: [] as string[], loudest: 0 };
    Reflect.set(window, "sounded", sounded);
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      sounded.tones += 1;
      sounded.states.push(this.context.state);
      start.call(this, when);
    };
    const { connect } = AudioNode.prototype;
    const measured = new WeakSet<AudioNode>();
    Reflect.set(AudioNode.prototype, "connect", function (this: AudioNode, to: AudioNode) {
      if (to === this.context.destination && !measured.has(this)) {
        measured.add(this);
        const meter = this.context.createAnalyser();
        Reflect.apply(connect, this, [meter]);
        const samples = new Float32Array(meter.fftSize);
        const read = () => {
          meter.getFloatTimeDomainData(samples);
          sounded.loudest = Math.max(sounded.loudest, ...samples.map(Math.abs));
          if (this.context.currentTime < 10) requestAnimationFrame(read);
        };
        read();
      }
      return Reflect.apply(connect, this, [to]);
    });
  });
  const sounded = () =>
    page.evaluate(() => {
      const { tones, states, loudest } = Object(Reflect.get(window, "sounded"));
      return { tones: Number(tones), states: [...new Set(states)], loudest: Number(loudest) };
    });
  const said = (code: string) =>
    expect(page.getByText(`No product on this computer has the barcode “${code}”.`)).toBeVisible();

  await scan(page, "98765432");
  await said("98765432");
  await expect.poll(async () => (await sounded()).loudest).toBeGreaterThan(0.1);
  expect(await sounded()).toMatchObject({ tones: 2, states: ["running"] });
  await scan(page, known);
  await expect.poll(() => lineCount(page)).toBe(1);
  expect((await sounded()).tones).toBe(2);

  await invoke("settings.set", { scanSound: "all" });
  await scan(page, known);
  await expect.poll(async () => (await sounded()).tones).toBe(3);
  await invoke("settings.set", { scanSound: "none" });
  await scan(page, "98765433");
  await said("98765433");
  expect((await sounded()).tones).toBe(3);

  // A system that refuses sound: the scan counts all the same.
  await invoke("settings.set", { scanSound: "all" });
  await page.evaluate(() =>
    Reflect.set(AudioContext.prototype, "createOscillator", () => {
      throw new DOMException("no device", "NotSupportedError");
    }),
  );
  await scan(page, known);
  await expect(page.getByTestId("cell-0-quantity")).toHaveValue("3");
  await expect(page.getByRole("alert")).toHaveCount(0);
});
