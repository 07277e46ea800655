import Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { Failure, type FailureExtras } from "../../../shared/domain/failure.ts";
import { documentedRights } from "../../support/documented-rights.ts";
import { RecordedClient } from "./recorded-client.ts";

const processor = new RecordedClient().enter();
const { RIGHTS, tryRights } = await import("../../../shared/processor/rights.ts");

type Asked = (method: string, path: string, parameters: unknown, options: object) => unknown;
const answerWith = (answer: Asked) => {
  processor.answers.rawRequest = answer;
};
const connected = (...ids: string[]) => {
  processor.answers["accounts.list"] = () => ({ data: ids.map((id) => ({ id })) });
};

const rejection = new Failure("processor_rejected", "unknown parameter", { processorSays: "rejected" });
const noRight = (message: string): Failure =>
  new Failure("processor_unavailable", "no", {
    processorSays: "no_right",
    cause: Stripe.errors.generateV1Error({ message, statusCode: 403 } as never),
  });
const silence = (extras: FailureExtras = {}) => new Failure("processor_unavailable", "later", extras);
const fail = (failure: Failure): never => {
  throw failure;
};

const statesOf = (tried: { state: string }[]) => new Set(tried.map(({ state }) => state));
const triedAt = () => processor.sent.filter(({ call }) => call === "rawRequest");

beforeEach(() => {
  processor.forget();
  connected("acct_1", "acct_2");
  processor.answers["v2.core.accounts.list"] = () => ({ data: [] });
  processor.answers["accounts.retrieve"] = (id: string) => ({ id });
});

it("the rights are those that the guide asks for", () => {
  const asked = documentedRights().filter(({ name }) => name !== "v2_account_storer");
  expect(RIGHTS.map(({ name, level, on }) => ({ name, level, on }))).toEqual(
    asked.map(({ name, level, on }) => ({ name, level, on })),
  );
});

describe("a key that has every right", () => {
  // What writes is rejected for its form, what reads is answered.
  const giveAll: Asked = (method) => (method === "GET" ? { data: [] } : fail(rejection));

  it("is told so, right by right", async () => {
    answerWith(giveAll);
    const tried = await tryRights();
    expect(tried.map(({ name }) => name)).toEqual(RIGHTS.map(({ name }) => name));
    expect(statesOf(tried)).toEqual(new Set(["given"]));
  });

  it("is tried without changing anything: reads ask for one object, writes carry a parameter that nobody knows", async () => {
    answerWith(giveAll);
    await tryRights();
    const of = (name: string) =>
      triedAt().find(({ given }) => String(given[1]).startsWith(`/v1/${name}`))?.given;
    expect(of("events")).toEqual(["GET", "/v1/events?limit=1", undefined, { stripeAccount: "acct_1" }]);
    expect(of("refunds")?.[0]).toBe("POST");
    for (const { given } of triedAt().filter(({ given }) => given[0] === "POST"))
      expect(given[2]).toEqual({ svc_tries_a_right: "1" });
  });

  it("is tried on the platform for the platform's own objects, and on an account for an account's", async () => {
    answerWith(giveAll);
    await tryRights();
    expect(triedAt().map(({ given }) => given[3])).toEqual(
      RIGHTS.map(({ on }) => (on === "accounts" ? { stripeAccount: "acct_1" } : {})),
    );
    expect(processor.sent[0]).toEqual({ call: "accounts.list", given: [{ limit: 1 }] });
  });

  it("is tried on the platform alone while no account is connected", async () => {
    connected();
    answerWith(giveAll);
    for (const { on, state, says } of await tryRights())
      expect([on, state, says]).toEqual(
        on === "accounts"
          ? ["accounts", "not_tried", expect.stringContaining("No account is connected")]
          : ["platform", "given", ""],
      );
  });
});

it("an account that only v2 lists is enough to try the rights on accounts", async () => {
  connected();
  processor.answers["v2.core.accounts.list"] = () => ({ data: [{ id: "acct_v2" }] });
  answerWith((method) => (method === "GET" ? { data: [] } : fail(rejection)));
  expect(statesOf(await tryRights())).toEqual(new Set(["given"]));
  expect(triedAt().map(({ given }) => given[3])).toContainEqual({ stripeAccount: "acct_v2" });
});

describe("a key that lacks rights", () => {
  it("hears which right the processor asks for, and the other rights are tried all the same", async () => {
    answerWith((_, path) =>
      path.startsWith("/v1/payouts") ? fail(noRight("Enabling the 'rak_payout_read' permission helps.")) : {},
    );
    const tried = await tryRights();
    expect(tried.filter(({ state }) => state === "missing")).toEqual([
      {
        name: "payout",
        level: "read",
        on: "accounts",
        state: "missing",
        says: expect.stringMatching(/payout_read/),
      },
    ]);
    expect(tried.filter(({ state }) => state === "given")).toHaveLength(RIGHTS.length - 1);
  });

  it("hears that the processor does not name it", async () => {
    answerWith(() => fail(noRight("You may not.")));
    for (const { state, says } of await tryRights())
      expect([state, says]).toEqual(["missing", expect.stringContaining("does not name it")]);
  });

  it("is tried on the platform where it may not even see which accounts there are, and that is said", async () => {
    const message = "The provided key does not have any Connect permissions.";
    processor.answers["accounts.list"] = () => fail(noRight(message));
    answerWith(() => ({}));
    const tried = await tryRights();
    expect(tried.filter(({ state }) => state === "missing")).toMatchObject([
      { name: "connected_account", says: "The key has no right on connected accounts at all." },
    ]);
    const untried = tried.filter(({ state }) => state === "not_tried");
    expect(untried.length).toBeGreaterThan(0);
    for (const { says } of untried) expect(says).toMatch(/^The key may not read accounts/);
  });

  it("hears that it may list accounts and not read one, and the other rights are tried on it", async () => {
    processor.answers["accounts.retrieve"] = () => fail(noRight("The 'rak_accounts_kyc_read' permission."));
    answerWith(() => ({}));
    const tried = await tryRights();
    expect(tried.filter(({ state }) => state !== "given")).toMatchObject([
      { name: "connected_account", state: "missing", says: expect.stringContaining("accounts_kyc_read") },
    ]);
  });
});

describe("a processor that is silent", () => {
  it("is left alone after the first silence, and nothing is said of the rights", async () => {
    answerWith(() => fail(silence()));
    const tried = await tryRights();
    expect(statesOf(tried)).toEqual(new Set(["not_tried"]));
    expect(tried[0]?.says).toContain("no definite answer");
    expect(triedAt()).toHaveLength(1);
  });

  it("is not asked for rights where it does not even take the key, and that is said", async () => {
    const cause = Stripe.errors.generateV1Error({ message: "no", statusCode: 401 } as never);
    processor.answers["accounts.list"] = () => fail(silence({ cause }));
    const tried = await tryRights();
    expect(new Set(tried.map(({ says }) => says))).toEqual(
      new Set([expect.stringContaining("does not take the key")]),
    );
    expect(triedAt()).toEqual([]);
  });
});
