import { expect, it } from "vitest";
import { sync } from "../../../shared/flows/sync.ts";

/* A record of one number on versions, and a processor that counts up: what is fetched, written and done again. */
type Version = { version: number; value: number };

/** Every write of ours up to the nth comes too late. */
const stepsWith = (conflicts: number, { isGone = false } = {}) => {
  const done: string[] = [];
  let fetched = 0;
  return {
    done,
    fetch: async ({ version }: Version) => {
      done.push(`fetch for ${version}`);
      return ++fetched;
    },
    write: async ({ version }: Version, value: number) => {
      done.push(`write ${value} on ${version}`);
      return done.filter((step) => step.startsWith("write")).length > conflicts
        ? { version: version + 1, value }
        : undefined;
    },
    readAgain: async () => {
      const reads = done.filter((step) => step === "read").length;
      done.push("read");
      return isGone ? undefined : { version: reads + 2, value: 0 };
    },
    tooFast: "It changes too fast.",
  };
};
const READ = { version: 1, value: 0 };

it("what the processor says is written on the version that was read before it was asked", async () => {
  const steps = stepsWith(0);
  expect(await sync(READ, steps)).toEqual({ record: { version: 2, value: 1 }, facts: 1 });
  expect(steps.done).toEqual(["fetch for 1", "write 1 on 1"]);
});

it("an answer that is known already is written without asking, and after a conflict the processor is asked all the same", async () => {
  const steps = stepsWith(1);
  expect(await sync(READ, steps, 99)).toEqual({ record: { version: 3, value: 1 }, facts: 1 });
  expect(steps.done).toEqual(["write 99 on 1", "read", "fetch for 2", "write 1 on 2"]);
});

it("nine conflicts in a row are borne, and the tenth is a storm of which the caller hears", async () => {
  expect(await sync(READ, stepsWith(9))).toMatchObject({ record: { value: 10 } });
  const steps = stepsWith(10);
  await expect(sync(READ, steps)).rejects.toMatchObject({
    ...{ code: "service_unavailable", message: "It changes too fast.", extras: { retryAfterSeconds: 1 } },
  });
  expect(steps.done.filter((step) => step.startsWith("write"))).toHaveLength(10);
});

it("a record that is gone after a conflict is no conflict, and fails loudly", async () => {
  await expect(sync(READ, stepsWith(1, { isGone: true }))).rejects.toThrow("disappeared");
});
