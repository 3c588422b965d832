/** When an open PIN locks because nobody is there; the time and the system are the test's. */
import { describe, expect, it } from "vitest";
import { watchLeaving } from "../../../main/shell/people-gate.ts";

/** A counter that is touched, left, and put to sleep. */
function counter() {
  let now = 0;
  let touchedAt = 0;
  let look = { every: 0, due: 0, call: (): void => undefined };
  let leave: (() => void) | null = null;
  let isOpen = true;
  let locks = 0;
  const stop = watchLeaving(
    {
      idleSeconds: () => Math.floor((now - touchedAt) / 1_000),
      every: (ms, call) => {
        look = { every: ms, due: ms, call };
        return () => {
          look = { ...look, due: Number.POSITIVE_INFINITY };
        };
      },
      onLeave: (call) => {
        leave = call;
        return () => {
          leave = null;
        };
      },
    },
    { isOpen: () => isOpen, idleSeconds: () => (isOpen ? 120 : null) },
    () => {
      locks += 1;
      isOpen = false;
    },
  );
  return {
    stop,
    open: () => {
      isOpen = true;
    },
    touch: () => {
      touchedAt = now;
    },
    wait: (seconds: number) => {
      const end = now + seconds * 1_000;
      while (look.due <= end) {
        now = look.due;
        look.due += look.every;
        look.call();
      }
      now = end;
    },
    sleep: () => leave?.(),
    locks: () => locks,
  };
}

describe("an open PIN", () => {
  it("locks after two untouched minutes, a look later at most", () => {
    const at = counter();
    at.wait(119);
    expect(at.locks()).toBe(0);
    at.wait(6);
    expect(at.locks()).toBe(1);
  });

  it("stays open while somebody touches the computer", () => {
    const at = counter();
    for (let minute = 0; minute < 30; minute += 1) {
      at.wait(60);
      at.touch();
    }
    expect(at.locks()).toBe(0);
  });

  it("locks again each time it was opened and left", () => {
    const at = counter();
    at.wait(600);
    expect(at.locks()).toBe(1);
    at.touch();
    at.open();
    at.wait(600);
    expect(at.locks()).toBe(2);
  });

  it("locks at once on sleep and on the locked screen, and not where it is closed already", () => {
    const at = counter();
    at.sleep();
    at.sleep();
    expect(at.locks()).toBe(1);
  });

  it("is not looked at any more after the end", () => {
    const at = counter();
    at.stop();
    at.wait(600);
    at.sleep();
    expect(at.locks()).toBe(0);
  });
});
