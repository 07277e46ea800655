import { expect, it } from "vitest";
import {
  alarmsIn,
  isBreaching,
  type NightAlarm,
  type Template,
  type WatchedMetric,
} from "../simulation/night/alarms.ts";
import { evaluate, type Value } from "../simulation/night/expression.ts";
import { fullestTemplate } from "./support/templates.ts";

/* The alarms' own expressions, evaluated: test/simulation/night plays three incidents against them. */
const alarms = alarmsIn(fullestTemplate().toJSON() as Template);

it.each<[string, Record<string, number>, Value]>([
  ["FILL(a, 0) + FILL(b, 0)", { a: 2 }, 2],
  ["a + b", { a: 2 }, undefined],
  ["IF(FILL(a, 0) >= 3, 100 * FILL(b, 0) / a, 0)", { a: 4, b: 1 }, 25],
  ["IF(FILL(a, 0) >= 3, 100 * FILL(b, 0) / a, 0)", { b: 1 }, 0],
  ["IF(a - b > 0 AND c <= 0, 1, 0)", { a: 2, b: 1, c: 0 }, 1],
  ["a - b - c", { a: 5, b: 2, c: 1 }, 2],
  ["0.001 * a", { a: 3000 }, 3],
])("%s with %j is %s", (expression, given, expected) => {
  expect(evaluate(expression, (name) => given[name])).toBe(expected);
});

it("an expression that is not understood is an error, and never a silence", () => {
  expect(() => evaluate("RATE(a)", () => 1)).toThrow("RATE is not known here");
  expect(() => evaluate("a ? b", () => 1)).toThrow("not understood");
});

/** What its cause makes of each metric of the alarm: nothing, one, or more than any threshold. */
const CAUSES: Value[] = [undefined, 1, 1_000_000];

/** Whether some cause rings it, and which metrics it takes. */
function causeOf(alarm: NightAlarm): Map<WatchedMetric, Value> | undefined {
  const tries = alarm.metrics.reduce<Value[][]>(
    (known, _, nth) =>
      nth > 3
        ? known.map((one) => [...one, undefined])
        : known.flatMap((one) => CAUSES.map((value) => [...one, value])),
    [[]],
  );
  const causes = tries.map((values) => new Map(alarm.metrics.map((metric, nth) => [metric, values[nth]])));
  return causes.find((cause) => isBreaching(alarm, (metric) => cause.get(metric)));
}

it.each(alarms)("$name rings at its cause, and at nothing else", (alarm) => {
  const isQuiet = !isBreaching(alarm, () => undefined);
  expect(causeOf(alarm)).toBeDefined();
  // A heartbeat rings where nothing comes.
  expect(isQuiet).toBe(!alarm.isHeartbeat);
  if (alarm.isHeartbeat) expect(isBreaching(alarm, () => 1_000_000)).toBe(false);
});
