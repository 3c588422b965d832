import { SegmentedControl, Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { useFormats } from "../client/settings.ts";
import classes from "./views.module.css";

interface ViewsProps<View extends string> {
  label: string;
  views: readonly { value: View; words: string; count?: number | undefined }[];
  shown: View;
  onShow: (view: View) => void;
  className?: string | undefined;
  /** Names the tabs for tests: `<testId>-<view>`. */
  testId?: string;
  /** The panel of the view that is shown, as a `Tabs.Panel`. */
  children: ReactNode;
}

/** Views of one screen or panel, as tabs: each shows something else. What narrows one list is a `Filter`. */
export function Views<View extends string>(props: ViewsProps<View>) {
  const { label, views, shown, onShow, className = "", testId, children } = props;
  const formats = useFormats();
  return (
    <Tabs
      value={shown}
      onChange={(value) => {
        const view = views.find((one) => one.value === value);
        if (view !== undefined) onShow(view.value);
      }}
      keepMounted={false}
      className={className}
    >
      <Tabs.List aria-label={label} className={classes.list ?? ""}>
        {views.map(({ value, words, count }) => (
          <Tabs.Tab
            key={value}
            value={value}
            className={`${classes.tab} small target`}
            data-testid={testId === undefined ? undefined : `${testId}-${value}`}
          >
            {words}
            {count === undefined ? null : (
              <span className={`${classes.count} dim`}>{formats.count(count)}</span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {children}
    </Tabs>
  );
}

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
              <span className={`${classes.filterCount} strong`} data-zero={count === 0}>
                {formats.count(count)}
              </span>
            )}
          </span>
        ),
      }))}
    />
  );
}
