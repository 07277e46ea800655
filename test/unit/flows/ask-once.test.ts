import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Failure, type FailureCode, type ProcessorSays } from "../../../shared/domain/failure.ts";
import type { LookupResult } from "../../../shared/domain/payments/outcome-certainty.ts";
import type { AskSteps } from "../../../shared/flows/once/ask-once.ts";
import type { ClaimRecord } from "../../../shared/ledger/claims.ts";
import { operationKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* What must happen once: when it is sent, looked for and sent under a new key, step by step. */
const world = new FakeWorld();
world.enter();
vi.stubEnv("LOG_LEVEL", "WARN");
const { askOnce, endClaim } = await import("../../../shared/flows/once/ask-once.ts");

const KEY = operationKey("svcpay_1", "op_1");
const MINUTE_MS = 60_000;
/** So long a stuck key may still make something. */
const PAUSE_MS = 15 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Step = string | Error;
let sends: Step[] = [];
let sights: LookupResult<string>[] = [];
let done: string[] = [];

/** Each send and each look takes the next of what was laid out for it. */
const steps = (given: Partial<AskSteps<ClaimRecord, string>> = {}): AskSteps<ClaimRecord, string> => ({
  send: async ({ keyNumber }) => {
    done.push(`send ${keyNumber}`);
    const next = sends.shift() ?? "nothing was laid out";
    if (next instanceof Error) throw next;
    return next;
  },
  lookUp: async () => {
    done.push("look");
    return sights.shift() ?? { kind: "not_made" };
  },
  unsafeToRepeat: false,
  ...given,
});

const claimed = (given: Partial<ClaimRecord> = {}): ClaimRecord => {
  const record = {
    ...KEY,
    state: "claimed",
    ownerToken: "ours",
    keyNumber: 1,
    attempts: 2,
    claimedAt: world.now,
    ...given,
  } as ClaimRecord;
  world.table.put(record, {});
  return record;
};

const failure = (code: FailureCode, says?: ProcessorSays) =>
  new Failure(code, code, says ? { processorSays: says } : {});
const REJECTED = failure("payment_declined", "rejected");
const SAVED_ERROR = failure("processor_unavailable", "saved_error");
const KEY_REUSED = failure("idempotency_conflict", "key_reused");
const MADE: LookupResult<string> = { kind: "made", value: "found" };

const stored = () => world.table.peek(KEY);

const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
afterAll(() => written.mockRestore());

/** What is logged meanwhile. */
async function warnings(work: () => Promise<unknown>): Promise<{ level: string; message: string }[]> {
  written.mockClear();
  await work().catch(() => undefined);
  return written.mock.calls.map(([line]) => JSON.parse(String(line)));
}

beforeEach(() => {
  [sends, sights, done] = [[], [], []];
});

describe("an attempt whose look fails before anything was sent", () => {
  const EXPIRED = {
    claimedAt: world.now - DAY_MS,
    previousAttemptAt: world.now - DAY_MS,
    attemptedAt: world.now,
  };
  const away = steps({ lookUp: () => Promise.reject(failure("processor_unavailable")) });

  it("leaves the claim with the time of the attempt before it: nothing can be younger than that", async () => {
    await expect(askOnce(claimed(EXPIRED), world.now, away)).rejects.toThrow("processor_unavailable");
    expect(stored()).toMatchObject({ attemptedAt: world.now - DAY_MS, attempts: 2 });
    expect(done).toEqual([]);
  });

  it("changes nothing of a claim that another request has taken over meanwhile", async () => {
    const record = claimed(EXPIRED);
    world.table.put({ ...record, ownerToken: "theirs" }, {});
    await expect(askOnce(record, world.now, away)).rejects.toThrow("processor_unavailable");
    expect(stored()).toMatchObject({ attemptedAt: world.now });
  });

  it("tells the client of the look, though the ledger is away too", async () => {
    const record = claimed(EXPIRED);
    world.isKilled = () => true;
    await expect(askOnce(record, world.now, away)).rejects.toThrow("processor_unavailable");
    const message = "an attempt that has made nothing counts all the same";
    expect(await warnings(() => askOnce(record, world.now, away))).toMatchObject([
      { level: "WARN", message },
    ]);
    world.isKilled = () => false;
    expect(stored()).toMatchObject({ attemptedAt: world.now });
  });
});

it("an attempt that has sent something counts, though its look fails after that", async () => {
  const attempts = { previousAttemptAt: world.now - MINUTE_MS, attemptedAt: world.now };
  sends = [SAVED_ERROR];
  const away = steps({ lookUp: () => Promise.reject(failure("processor_unavailable")) });
  await expect(askOnce(claimed(attempts), world.now, away)).rejects.toThrow("processor_unavailable");
  expect(done).toEqual(["send 1"]);
  expect(stored()).toMatchObject({ attemptedAt: world.now });
});

describe("a first attempt", () => {
  const ask = () => askOnce(claimed({ attempts: 1 }), world.now, steps());

  it("simply sends, and looks for nothing", async () => {
    sends = ["made"];
    expect(await ask()).toBe("made");
    sends = [REJECTED];
    await expect(ask()).rejects.toBe(REJECTED);
    expect(done).toEqual(["send 1", "send 1"]);
  });

  it("believes nothing of a key that the processor has seen with other parameters", async () => {
    sends = [KEY_REUSED];
    await expect(ask()).rejects.toMatchObject({ code: "processor_unavailable" });
  });
});

describe("a later attempt", () => {
  const ask = (given: Partial<AskSteps<ClaimRecord, string>> = {}, record = claimed(), at = world.now) =>
    askOnce(record, at, steps(given));

  it("sends under the same key, and what is answered counts", async () => {
    sends = ["made"];
    expect(await ask()).toBe("made");
    expect(done).toEqual(["send 1"]);
  });

  it("fetches what was made once more, under the same key and under a new one: the answer may be a repeated one", async () => {
    const fetchAgain = async (made: string) => `${made}, fetched`;
    sends = ["made"];
    expect(await ask({ fetchAgain })).toBe("made, fetched");
    sends = [SAVED_ERROR, "made"];
    expect(await ask({ fetchAgain })).toBe("made, fetched");
    sends = ["made"];
    expect(await ask({ fetchAgain }, claimed({ attempts: 1 }))).toBe("made");
  });

  it("fails as what it finds has failed, and sends nothing where it looks first", async () => {
    sights = [{ kind: "impossible", failure: REJECTED }];
    await expect(ask({}, claimed({ keyStuckAt: world.now }))).rejects.toBe(REJECTED);
    expect(done).toEqual(["look"]);
  });

  it("8: looks first once the processor may have forgotten the key", async () => {
    sights = [MADE];
    expect(await ask({}, claimed(), world.now + DAY_MS)).toBe("found");
    expect(done).toEqual(["look"]);
    done = [];
    sends = ["made"];
    expect(await ask({}, claimed(), world.now + DAY_MS)).toBe("made");
    expect(done).toEqual(["look", "send 1"]);
  });

  it("looks, where it is rejected, for what the attempts before have made, and adopts it", async () => {
    sends = [REJECTED];
    sights = [MADE];
    expect(await ask()).toBe("found");
    sends = [REJECTED];
    await expect(ask()).rejects.toBe(REJECTED);
    expect(done).toEqual(["send 1", "look", "send 1", "look"]);
  });

  describe("72: a call that is rejected once the processor may have forgotten the key", () => {
    const late = { claimedAt: world.now - DAY_MS, attemptedAt: world.now };
    const attemptAfter = (previousMs: number) =>
      claimed({ ...late, previousAttemptAt: world.now - previousMs });

    it("stays open while a call of the attempt before may be under way, and does not count itself", async () => {
      sends = [REJECTED];
      await expect(ask({}, attemptAfter(MINUTE_MS))).rejects.toMatchObject({
        code: "processor_unavailable",
        extras: { retryAfterSeconds: 14 * 60 },
        cause: REJECTED,
      });
      expect(done).toEqual(["look", "send 1", "look"]);
      expect(stored()).toMatchObject({ attemptedAt: world.now - MINUTE_MS, state: "claimed" });
    });

    it("adopts what that call has made meanwhile", async () => {
      sends = [REJECTED];
      sights = [{ kind: "not_made" }, MADE];
      expect(await ask({}, attemptAfter(MINUTE_MS))).toBe("found");
    });

    it("stays open also where it was rejected under a new key", async () => {
      sends = [SAVED_ERROR, REJECTED];
      await expect(ask({}, attemptAfter(MINUTE_MS))).rejects.toMatchObject({ code: "processor_unavailable" });
      sends = [SAVED_ERROR, KEY_REUSED];
      await expect(ask({}, attemptAfter(20 * MINUTE_MS))).rejects.toMatchObject({
        code: "processor_unavailable",
      });
    });

    it("is rejected a quarter of an hour after the attempt before", async () => {
      sends = [REJECTED];
      await expect(ask({}, attemptAfter(15 * MINUTE_MS))).rejects.toBe(REJECTED);
    });
  });

  it.each(["account_lost", "no_right"] as const)(
    "learns nothing from being turned away: %s",
    async (says) => {
      sends = [failure("processor_rejected", says)];
      await expect(ask()).rejects.toMatchObject({ code: "processor_unavailable" });
      expect(done).toEqual(["send 1"]);
    },
  );

  it("stays open where it hears nothing definite, or meets a bug", async () => {
    for (const error of [failure("processor_unavailable", "nothing"), new Error("A bug.")]) {
      sends = [error];
      await expect(ask()).rejects.toBe(error);
    }
    expect(done).toEqual(["send 1", "send 1"]);
  });

  it("is rejected where nothing can be made any more and nobody knows why", async () => {
    sends = [REJECTED];
    sights = [{ kind: "impossible" }];
    await expect(ask()).rejects.toBe(REJECTED);
  });

  it.each([SAVED_ERROR, KEY_REUSED])(
    "asks at once under a new key where a second time does no harm",
    async (stuck) => {
      sends = [stuck, "made"];
      const message = "the processor's key is stuck on an answer that says nothing";
      expect(await warnings(ask)).toMatchObject([{ level: "WARN", message, attempt: 2 }]);
      expect(done).toEqual(["send 1", "look", "send 2"]);
      expect(stored()).toMatchObject({ keyNumber: 2 });
    },
  );

  it("under a new key that is rejected looks once more: the old key may have done it a moment ago", async () => {
    sends = [SAVED_ERROR, REJECTED];
    sights = [{ kind: "not_made" }, MADE];
    expect(await ask()).toBe("found");
    sends = [SAVED_ERROR, REJECTED];
    await expect(ask()).rejects.toBe(REJECTED);
    sends = [SAVED_ERROR, SAVED_ERROR];
    done = [];
    await expect(ask()).rejects.toBe(SAVED_ERROR);
    expect(done).toEqual(["send 1", "look", "send 2"]);
  });

  it("waits where a second time would cost money, and then asks under a new key", async () => {
    sends = [SAVED_ERROR];
    await expect(ask({ unsafeToRepeat: true })).rejects.toMatchObject({
      code: "processor_unavailable",
      extras: { retryAfterSeconds: 15 * 60 },
    });
    expect(stored()).toMatchObject({ keyStuckAt: world.now, keyNumber: 1 });
    const stuck = () => claimed({ keyStuckAt: world.now });
    await expect(ask({ unsafeToRepeat: true }, stuck(), world.now + PAUSE_MS - 1)).rejects.toMatchObject({
      extras: { retryAfterSeconds: 1 },
    });
    sends = ["made"];
    expect(await ask({ unsafeToRepeat: true }, stuck(), world.now + PAUSE_MS)).toBe("made");
    sights = [MADE];
    expect(await ask({ unsafeToRepeat: true }, stuck(), world.now)).toBe("found");
    expect(done).toEqual(["send 1", "look", "look", "look", "send 2", "look"]);
  });

  it("takes the key that its caller has for it, or ends with what that says", async () => {
    const keys = { unsafeToRepeat: true, renewKey: () => Promise.reject(failure("idempotency_conflict")) };
    const stuck = () => claimed({ keyStuckAt: world.now });
    const later = world.now + PAUSE_MS;
    await expect(ask(keys, stuck(), later - 1)).rejects.toMatchObject({ code: "processor_unavailable" });
    await expect(ask(keys, stuck(), later)).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(done).toEqual(["look", "look"]);
    expect(stored()).toMatchObject({ keyNumber: 1 });
  });
});

describe("a claim whose work has failed", () => {
  it("is rejected by a rejection, with its code, and released by anything else; the error is passed on", async () => {
    await expect(endClaim(claimed(), world.now, REJECTED)).rejects.toBe(REJECTED);
    expect(stored()).toMatchObject({ state: "rejected", rejectedAs: "payment_declined" });
    await expect(endClaim(claimed(), world.now, SAVED_ERROR)).rejects.toBe(SAVED_ERROR);
    expect(stored()).toMatchObject({ state: "claimed", leaseExpiresAt: 0 });
  });

  it("passes the error on also where the ledger is away", async () => {
    const record = claimed();
    world.isKilled = () => true;
    await expect(endClaim(record, world.now, REJECTED)).rejects.toBe(REJECTED);
    const message = "a claim could not be ended; its lease will";
    expect(await warnings(() => endClaim(record, world.now, REJECTED))).toMatchObject([
      { level: "WARN", message },
    ]);
    expect(stored()).toMatchObject({ state: "claimed" });
  });
});
