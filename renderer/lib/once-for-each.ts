/** Works something out once for each object; for objects that never change in place. */
export function onceForEach<Key extends object, Value>(of: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const before = known.get(key) ?? { value: of(key) };
    known.set(key, before);
    return before.value;
  };
}
