import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Failure, type FailureCode, type ProcessorSays } from "../../../shared/domain/failure.ts";
import type { LookupResult } from "../../../shared/domain/payments/outcome-certainty.ts";
import type { AskSteps } from "../../../shared/flows/once/ask-once.ts";
import type { ClaimRecord } from "../../../shared/ledger/claims.ts";
import { operationKey } from "../../../shared/ledger/table.ts";
import { DAY_MS, FakeWorld } from "../../support/fake-world.ts";

/* What must happen once: when it is sent, looked for and sent under a new key, step by step. */
const world = new FakeWorld().enter();
vi.stubEnv("LOG_LEVEL", "WARN");
const { askOnce, endClaim } = await import("../../../shared/flows/once/ask-once.ts");

const KEY = operationKey("svcpay_1", "op_1");
/** So long a call under a key that was replaced may still make something. */
const REST_MS = 15 * 60_000;

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

describe("a first attempt", () => {
  const ask = (unsafeToRepeat = false, at = world.now) =>
    askOnce(claimed({ attempts: 1 }), at, steps({ unsafeToRepeat }));

  it("simply sends, and looks for nothing, however long ago it was claimed", async () => {
    sends = ["made"];
    expect(await ask(false, world.now + 48 * 3_600_000)).toBe("made");
    sends = [REJECTED];
    await expect(ask()).rejects.toBe(REJECTED);
    expect(done).toEqual(["send 1", "send 1"]);
  });

  it("looks first where a second time would cost money: a restore may have lost the claim", async () => {
    sights = [MADE];
    expect(await ask(true)).toBe("found");
    sends = ["made"];
    expect(await ask(true)).toBe("made");
    expect(done).toEqual(["look", "look", "send 1"]);
  });

  it("believes nothing of a key that the processor has seen with other parameters", async () => {
    sends = [KEY_REUSED];
    await expect(ask()).rejects.toMatchObject({ code: "processor_unavailable" });
  });
});

describe("a later attempt", () => {
  const ask = (given: Partial<AskSteps<ClaimRecord, string>> = {}, record = claimed(), at = world.now) =>
    askOnce(record, at, steps(given));
  const UNSAFE = { unsafeToRepeat: true };
  const RESTS = { code: "processor_unavailable", extras: { retryAfterSeconds: 15 * 60 } };

  it("sends under the same key, and what is answered counts", async () => {
    sends = ["made"];
    expect(await ask()).toBe("made");
    expect(done).toEqual(["send 1"]);
  });

  it("fails as what it finds has failed, or with what kept it from looking, and sends nothing", async () => {
    sights = [{ kind: "impossible", failure: REJECTED }];
    await expect(ask(UNSAFE)).rejects.toBe(REJECTED);
    expect(done).toEqual(["look"]);
    const away = { ...UNSAFE, lookUp: () => Promise.reject(SAVED_ERROR) };
    await expect(ask(away)).rejects.toBe(SAVED_ERROR);
    expect(done).toEqual(["look"]);
  });

  it("looks, where it is rejected, for what the attempts before have made, and adopts it", async () => {
    sends = [REJECTED];
    sights = [MADE];
    expect(await ask()).toBe("found");
    sends = [REJECTED];
    await expect(ask()).rejects.toBe(REJECTED);
    expect(done).toEqual(["send 1", "look", "send 1", "look"]);
  });

  it.each([failure("processor_rejected", "account_lost"), failure("processor_unavailable", "no_right")])(
    "learns nothing from being turned away: $extras.processorSays",
    async (turnedAway) => {
      sends = [turnedAway];
      await expect(ask()).rejects.toMatchObject({ code: "processor_unavailable" });
      expect(done).toEqual(["send 1"]);
    },
  );

  it("34: asks also under a day-old key where that does no harm", async () => {
    sends = ["made"];
    expect(await ask({ isHarmlessAtAnyAge: true }, claimed(), world.now + DAY_MS)).toBe("made");
    expect(done).toEqual(["look", "send 1"]);
  });

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
    sends = [SAVED_ERROR, KEY_REUSED];
    await expect(ask()).rejects.toMatchObject({ code: "processor_unavailable" });
    sends = [SAVED_ERROR, SAVED_ERROR];
    done = [];
    await expect(ask()).rejects.toBe(SAVED_ERROR);
    expect(done).toEqual(["send 1", "look", "send 2"]);
  });

  it("under a new key learns nothing from being turned away: the old key may still do it", async () => {
    sends = [SAVED_ERROR, failure("processor_rejected", "account_lost")];
    await expect(ask()).rejects.toMatchObject({ code: "processor_unavailable" });
    expect(done).toEqual(["send 1", "look", "send 2"]);
  });

  it("72: lets the claim rest under its next key where a second time would cost money", async () => {
    sends = [SAVED_ERROR];
    await expect(ask(UNSAFE)).rejects.toMatchObject({ ...RESTS, cause: SAVED_ERROR });
    expect(done).toEqual(["look", "send 1", "look"]);
    const leaseExpiresAt = world.now + REST_MS;
    expect(stored()).toMatchObject({
      keyNumber: 2,
      ownerToken: "rest.2",
      claimedAt: world.now,
      leaseExpiresAt,
    });
  });

  it("8: looks first under a day-old key, and lets the claim rest also where a second time does no harm", async () => {
    sights = [MADE];
    expect(await ask({}, claimed(), world.now + DAY_MS)).toBe("found");
    await expect(ask({}, claimed(), world.now + DAY_MS)).rejects.toMatchObject(RESTS);
    expect(done).toEqual(["look", "look"]);
    const leaseExpiresAt = world.now + DAY_MS + REST_MS;
    expect(stored()).toMatchObject({ keyNumber: 2, claimedAt: world.now + DAY_MS, leaseExpiresAt });
  });

  it("takes the key that its caller has for it, or ends with what that says", async () => {
    const keys = { renewKey: () => Promise.reject(failure("idempotency_conflict")) };
    sends = [SAVED_ERROR];
    await expect(ask(keys)).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(done).toEqual(["send 1", "look"]);
    expect(stored()).toMatchObject({ keyNumber: 1 });
  });
});

describe("a claim whose work has failed", () => {
  it("is rejected by a rejection, with its code, and released by anything else; the error is passed on", async () => {
    await expect(endClaim(claimed(), REJECTED)).rejects.toBe(REJECTED);
    expect(stored()).toMatchObject({ state: "rejected", rejectedAs: "payment_declined" });
    await expect(endClaim(claimed(), SAVED_ERROR)).rejects.toBe(SAVED_ERROR);
    expect(stored()).toMatchObject({ state: "claimed", leaseExpiresAt: 0 });
  });

  it("passes the error on also where the ledger is away", async () => {
    const record = claimed();
    world.isKilled = () => true;
    await expect(endClaim(record, REJECTED)).rejects.toBe(REJECTED);
    const message = "a claim could not be ended; its lease will";
    expect(await warnings(() => endClaim(record, REJECTED))).toMatchObject([{ level: "WARN", message }]);
    expect(stored()).toMatchObject({ state: "claimed" });
  });
});
