import { useRef } from "react";

/** Works something out once for each object; for objects that never change in place. */
export function onceForEach<Key extends object, Value>(of: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const before = known.get(key) ?? { value: of(key) };
    known.set(key, before);
    return before.value;
  };
}

// For stores: a selection that stays the same object while nothing of it that counts has changed.

/** A selector for a store; what it returned before is returned again as long as `same` says so. */
export function useSame<State, Part>(
  select: (state: State) => Part,
  same: (before: Part, now: Part) => boolean,
): (state: State) => Part {
  const previous = useRef<{ part: Part } | null>(null);
  return (state) => {
    const part = select(state);
    if (previous.current !== null && same(previous.current.part, part)) return previous.current.part;
    previous.current = { part };
    return part;
  };
}
