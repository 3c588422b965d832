/** The hands of the new user: every key and click goes through here and is counted, phase by phase. */
import type { Locator } from "@playwright/test";
import type { OpenedApp } from "../shell/open-app.ts";

export interface Count {
  /** Key presses: a letter, a key, or a combination such as Ctrl+Enter is one. */
  keys: number;
  clicks: number;
  /** What the scanner sent by itself, its Enter included. */
  scanned: number;
}

export class Hands {
  readonly counts = new Map<string, Count>();
  readonly #opened: OpenedApp;
  #phase: Count = { keys: 0, clicks: 0, scanned: 0 };

  constructor(opened: OpenedApp) {
    this.#opened = opened;
  }

  /** What follows is counted under this name. */
  begin(phase: string): void {
    this.#phase = { keys: 0, clicks: 0, scanned: 0 };
    this.counts.set(phase, this.#phase);
  }

  /** Presses keys one after the other; "Control+Enter" is one. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.#phase.keys += 1;
      await this.#opened.page.keyboard.press(key);
    }
  }

  /** Presses one key again and again, as one does who looks for a place, until the focus is there. */
  async until(selector: string, key: string): Promise<void> {
    const there = this.#opened.page.locator(`${selector}:focus`);
    for (let presses = 0; (await there.count()) === 0; presses += 1) {
      if (presses === 60) throw new Error(`${key} does not lead to ${selector}.`);
      await this.press(key);
    }
  }

  async click(place: Locator): Promise<void> {
    this.#phase.clicks += 1;
    await place.click();
  }

  /** Types letter by letter. */
  async type(text: string): Promise<void> {
    this.#phase.keys += [...text].length;
    // A hand's pace: as fast as a scanner types, a number is a code.
    await this.#opened.page.keyboard.type(text, { delay: 60 });
  }

  /** Pastes what was copied from a message: one combination. */
  async paste(text: string): Promise<void> {
    await this.#opened.app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
    await this.press("Control+v");
  }

  /** A scanner's burst with its Enter: the keys come at once, faster than any hand. */
  async scan(code: string): Promise<void> {
    this.#phase.scanned += code.length + 1;
    // On purpose: a hand takes a moment to reach for the scanner, and the program tells the two apart by their pace.
    await this.#opened.page.waitForTimeout(100);
    await this.#opened.app.evaluate(({ BrowserWindow }, sent) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      for (const keyCode of [...sent, "Return"]) {
        if (keyCode === "\u001d") {
          // As a keyboard wedge sends the separator of GS1.
          contents?.sendInputEvent({ type: "keyDown", keyCode: "]", modifiers: ["control"] });
          contents?.sendInputEvent({ type: "keyUp", keyCode: "]", modifiers: ["control"] });
          continue;
        }
        contents?.sendInputEvent({ type: "keyDown", keyCode });
        contents?.sendInputEvent({ type: "char", keyCode: keyCode === "Return" ? "\r" : keyCode });
        contents?.sendInputEvent({ type: "keyUp", keyCode });
      }
    }, code);
  }
}
