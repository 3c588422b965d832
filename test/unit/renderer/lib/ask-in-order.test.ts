import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { createAskInOrder } from "../../../../renderer/lib/ask-in-order.ts";

/** Answers when it is asked to; says what it was asked. */
function slowEngine() {
  const asked: string[] = [];
  const answers = new Map<string, (value: string) => void>();
  return {
    asked,
    ask: (text: string) => {
      asked.push(text);
      return new Promise<string>((settle) => answers.set(text, settle));
    },
    answer: (text: string) => answers.get(text)?.(`hits of ${text}`),
  };
}
const soon = () => new Promise((done) => setTimeout(done, 0));

it("asks the first at once, then only the newest that is still wanted", async () => {
  const askInOrder = createAskInOrder();
  const engine = slowEngine();
  const typed = ["m", "mi", "mil", "milk"].map((text) => {
    const own = new AbortController();
    return { own, answer: askInOrder(() => engine.ask(text), own.signal).catch((error: unknown) => error) };
  });
  await soon();
  for (const { own } of typed.slice(0, 3)) own.abort(new Error("given up"));
  engine.answer("m");
  expect(await typed[1]?.answer).toEqual(new Error("given up"));
  await soon();
  expect(engine.asked).toEqual(["m", "milk"]);
  engine.answer("milk");
  expect(await typed[3]?.answer).toBe("hits of milk");
});

it("goes on after a question that failed", async () => {
  const askInOrder = createAskInOrder();
  const { signal } = new AbortController();
  await expect(askInOrder(() => Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
  expect(await askInOrder(() => Promise.resolve(1), signal)).toBe(1);
});

it("is given up by a query that turns to another text, and the older answer is never shown", async () => {
  const askInOrder = createAskInOrder();
  const engine = slowEngine();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const optionsOf = (text: string) => ({
    queryKey: ["mirror.search", text],
    queryFn: ({ signal }: { signal: AbortSignal }) => askInOrder(() => engine.ask(text), signal),
  });
  const observer = new QueryObserver(client, optionsOf("m"));
  const shown: unknown[] = [];
  const stop = observer.subscribe(({ data }) => shown.push(data));
  await soon();
  for (const text of ["mi", "mil", "milk"]) observer.setOptions(optionsOf(text));
  engine.answer("m");
  await soon();
  await soon();
  expect(engine.asked).toEqual(["m", "milk"]);
  engine.answer("milk");
  await soon();
  await soon();
  expect(observer.getCurrentResult().data).toBe("hits of milk");
  expect(shown).not.toContain("hits of m");
  stop();
  client.clear();
});
