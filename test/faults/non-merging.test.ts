import { it } from "vitest";
import { runSeeds } from "./seeds.ts";

it("holds through 12 seeds with a service that doesn't merge repeats", { timeout: 600_000 }, () =>
  runSeeds(
    Array.from({ length: 12 }, (_, index) => index + 26),
    false,
  ),
);
