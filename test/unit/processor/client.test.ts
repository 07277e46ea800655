import Stripe from "stripe";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runCall, timedHttpClient } from "../../../shared/processor/client.ts";
import { NO_ERROR_NAMED } from "../../../shared/processor/errors.ts";
import { limitProcessorTime, runInvocation } from "../../../shared/runtime/invocation.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

type Request = Parameters<Stripe.HttpClient["makeRequest"]>;
const REQUEST = ["", 443, "/", "GET", {}, null, "https", 1] as unknown as Request;

/** A client whose wire always answers this. */
function answering(status: number, body?: unknown) {
  const response = { getStatusCode: () => status, toJSON: async () => body };
  const makeRequest = vi.fn(async () => response);
  vi.spyOn(Stripe, "createNodeHttpClient").mockReturnValue({ makeRequest } as never);
  const client = timedHttpClient();
  return { send: () => client.makeRequest(...REQUEST), makeRequest };
}

/** A call needs 8 s at most, and the write of what it did and the answer need 6 s more. */
const ENOUGH_MS = 14_000;

describe("a call to the processor", () => {
  it("is sent while the invocation has time for it and for writing down what it did", async () => {
    const { send, makeRequest } = answering(200);
    await runInvocation(() => ENOUGH_MS, send);
    expect(makeRequest).toHaveBeenCalledTimes(1);
  });

  it("is not sent at all where the time would not carry it to its end", async () => {
    const { send, makeRequest } = answering(200);
    await expect(
      runInvocation(
        () => ENOUGH_MS - 1,
        () => runCall(send),
      ),
    ).rejects.toMatchObject({ name: "NoTimeLeft", mayHaveBeenSent: false });
    expect(makeRequest).not.toHaveBeenCalled();
  });

  it("a call that the SDK sends once more may have happened, although there was no time for the second", async () => {
    const { send } = answering(200);
    let leftMs = ENOUGH_MS;
    const twice = async () => {
      await send();
      leftMs = 1;
      await send();
    };
    await expect(
      runInvocation(
        () => leftMs,
        () => runCall(twice),
      ),
    ).rejects.toMatchObject({ mayHaveBeenSent: true });
  });

  it("is not sent where the invocation's time for the processor is used up, also where a timer fired early", async () => {
    const { send, makeRequest } = answering(200);
    let leftMs = 25_000;
    const limited = (spentMs: number) =>
      runInvocation(
        () => leftMs,
        () => {
          leftMs = 25_000;
          limitProcessorTime(2_000);
          leftMs -= spentMs;
          return send();
        },
      );
    await limited(1_900);
    expect(makeRequest.mock.lastCall?.at(-1)).toBe(1);
    await expect(limited(1_999.5)).rejects.toMatchObject({ name: "NoTimeLeft" });
    await expect(limited(2_000)).rejects.toMatchObject({ name: "NoTimeLeft" });
  });
});

describe("an answer of the processor", () => {
  const bodyOf = async (status: number, body: unknown) => (await answering(status, body).send()).toJSON();

  it("an answer that is no error is what it says", async () => {
    expect(await bodyOf(200, { id: "pi_1" })).toEqual({ id: "pi_1" });
    expect(await bodyOf(399, {})).toEqual({});
  });

  it.each([400, 402, 500])("with status %d that names its error is passed on as it is", async (status) => {
    const body = { error: { type: "card_error", code: "card_declined" } };
    expect(await bodyOf(status, body)).toBe(body);
  });

  const OF_PROXIES = [
    { error: "Bad Gateway" },
    { error: null },
    { error: false },
    { error: "" },
    { error: {} },
    // Of v1 the processor always names the type.
    { error: { code: "bad_gateway" } },
  ];

  it.each([null, "Bad gateway", {}, { id: "pi_1" }, [], ...OF_PROXIES])(
    "with an error's status and the body %j is the word of something in between",
    async (body) => {
      for (const status of [400, 500])
        expect(await bodyOf(status, body)).toMatchObject({ error: { code: NO_ERROR_NAMED } });
    },
  );
});
