import { SegmentedControl } from "@mantine/core";
import { useFormats } from "../client/use-formats.ts";
import classes from "./filter.module.css";

interface FilterProps<Value extends string> {
  label: string;
  options: readonly { value: Value; words: string; count?: number | null }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** What narrows a list, as segments. What shows something else in its place is one of the `Views`. */
export function Filter<Value extends string>({ label, options, chosen, onChoose }: FilterProps<Value>) {
  const formats = useFormats();
  return (
    <SegmentedControl
      className={`${classes.bar} max-w-full`}
      aria-label={label}
      value={chosen}
      onChange={onChoose}
      data={options.map(({ value, words, count = null }) => ({
        value,
        label: (
          <span className={`${classes.label} baseline gap-8`}>
            {words}
            {count === null ? null : (
              <span className={`${classes.count} strong`} data-zero={count === 0}>
                {formats.count(count)}
              </span>
            )}
          </span>
        ),
      }))}
    />
  );
}
