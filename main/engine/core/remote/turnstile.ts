/** Lets one through at a time: the others are held where they are until it is their turn. */
export function createTurnstile() {
  let inside: object | null = null;
  let waiting: { who: object; goOn: () => void }[] = [];
  return {
    /** Returns what ends the turn, or the wait for it; call it once or more. */
    enter(hold: () => void, goOn: () => void): () => void {
      const who = {};
      if (inside === null) inside = who;
      else {
        waiting.push({ who, goOn });
        hold();
      }
      return () => {
        waiting = waiting.filter((one) => one.who !== who);
        if (inside !== who) return;
        const next = waiting.shift();
        inside = next?.who ?? null;
        next?.goOn();
      };
    },
  };
}
