import { expect, it } from "vitest";
import { RunningFunctions } from "../../../infra/local/current-function.ts";

it("waits for what still runs, though its caller has hung up, before the servers that it uses are stopped", async () => {
  const functions = new RunningFunctions();
  let finish = () => {};
  let hasEnded = false;
  const called = functions.run({ name: "list-events", onlyReads: true }, async () => {
    await new Promise<void>((done) => {
      finish = done;
    });
    hasEnded = true;
  });
  const ended = functions.ended();
  // It only reads, so the clock does not wait for it.
  expect(functions.names()).toEqual([]);
  finish();
  await ended;
  expect(hasEnded).toBe(true);
  await called;
});

it("does not wait for what hangs", async () => {
  const functions = new RunningFunctions();
  functions.run({ name: "deliver", onlyReads: false }, () => new Promise(() => {}));
  await functions.ended(1);
  expect(functions.names()).toEqual(["deliver"]);
});
