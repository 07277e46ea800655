import { describe, expect, it } from "vitest";
import { findEnvironment, sharedConcurrencyOf } from "../../infra/aws/environments.ts";
import {
  chooseEnvironment,
  requireCertificateBeside,
  requireRoomBesideQueues,
} from "../../infra/aws/settings.ts";
import { createStackOf } from "./support/synthesized-stack.ts";

const choose = (context: Record<string, unknown>) => chooseEnvironment((name) => context[name]);

const PLACE = { account: "111122223333", region: "eu-west-1" };
const ALARMED = { ...PLACE, alarmEmail: "oncall@example.com" };

it.each([
  [{ env: "dev" }, "aws://unknown-account/unknown-region"],
  [{ env: "dev", ...PLACE }, "aws://111122223333/eu-west-1"],
  [{ env: "staging", ...ALARMED }, "aws://111122223333/eu-west-1"],
  [{ env: "prod", ...ALARMED }, "aws://111122223333/eu-west-1"],
])("%j is all that it needs, and ties the stack to its place", (context, place) => {
  expect(createStackOf(choose(context)).environment).toBe(place);
});

it.each<[Record<string, unknown>, string]>([
  [{}, "Pass an environment: -c env=dev|staging|prod."],
  [{ env: "" }, "Pass an environment"],
  [{ env: "production" }, 'Unknown environment "production": use -c env=dev|staging|prod.'],
  [
    { env: "staging" },
    "The environment staging needs account, region, alarmEmail. Pass -c account=… -c region=… -c alarmEmail=…, or",
  ],
  [{ env: "staging", account: PLACE.account }, "The environment staging needs region, alarmEmail"],
  [{ env: "prod", ...PLACE }, "The environment prod needs alarmEmail. Pass -c alarmEmail=…, or write it"],
  [{ env: "prod", ...PLACE, alarmEmail: "" }, "The environment prod needs alarmEmail"],
  [{ env: "prod", ...PLACE, alarmEmail: "oncall" }, '-c alarmEmail="oncall" is not an email address.'],
  [{ env: "dev", account: "1234" }, '-c account="1234" is not twelve digits.'],
  [{ env: "dev", region: "Ireland" }, '-c region="Ireland" is not a region such as eu-west-1.'],
  [{ env: "dev", table: "a b" }, '-c table="a b" is not a table\'s name such as payments-prod.'],
  [
    { env: "prod", ...ALARMED, table: "payments-prod-restored" },
    "The environment prod has table payments-prod in infra/aws/environments.ts, not payments-prod-restored. Change it",
  ],
  [{ env: "dev", closed: "yes" }, '-c closed="yes" is not true or false.'],
  [{ env: "dev", atOnce: "True" }, '-c atOnce="True" is not true or false.'],
])("a wrong setting is rejected in one line: %j", (context, message) => {
  expect(() => choose(context)).toThrow(message);
  expect(() => choose(context)).toThrow(/^[^\n]+\.$/);
});

describe("a certificate", () => {
  const certificateArn = "arn:aws:acm:eu-west-1:111122223333:certificate/1234";
  const domain = { name: "pay.example.com", certificateArn, only: false };
  const check = (place: { account?: string; region: string }) => () =>
    requireCertificateBeside({ ...findEnvironment("dev"), domain, ...place });

  it("is of the environment's own place", () => {
    expect(check(PLACE)).not.toThrow();
    expect(check({ region: PLACE.region })).not.toThrow();
  });

  it("a domain of another place is rejected", () => {
    expect(check({ region: "us-east-1" })).toThrow(
      "The certificate of pay.example.com is in eu-west-1, 111122223333, but the environment dev is in us-east-1. Use",
    );
    expect(check({ region: PLACE.region, account: "444455556666" })).toThrow(
      "in eu-west-1, 111122223333, but the environment dev is in eu-west-1, 444455556666. Use a certificate from there.",
    );
  });
});

it.each([
  [{}, false],
  [{ atOnce: "false" }, false],
  [{ atOnce: "true" }, true],
])("lets new versions change over at once only when told: %j", (context, atOnce) => {
  expect(choose({ env: "dev", ...context }).atOnce ?? false).toBe(atOnce);
});

describe("an account's concurrency", () => {
  const PROD = { env: "prod", ...ALARMED };

  it("is what the account has, where a deploy has asked", () => {
    expect(choose({ ...PROD, accountConcurrency: "5000" }).accountConcurrency).toBe(5000);
  });

  it.each(["10", "400", "989"])(
    "a concurrency of %s is rejected for production, whose reservations do not fit",
    (given) => {
      expect(() => choose({ ...PROD, accountConcurrency: given })).toThrow(
        `The environment prod reserves 890 concurrent executions, and AWS keeps 100, but its account has ${given}.`,
      );
    },
  );

  it("a concurrency of exactly as many serves production", () => {
    expect(choose({ ...PROD, accountConcurrency: "990" }).reservedConcurrency.webhook).toBe(200);
  });

  it("what other stacks of the account reserve is not there for production", () => {
    const given = { ...PROD, accountConcurrency: "1000" };
    expect(choose({ ...given, reservedElsewhere: "10" }).reservedConcurrency.webhook).toBe(200);
    expect(() => choose({ ...given, reservedElsewhere: "11" })).toThrow(
      "but its account has 1000, of which other stacks reserve 11.",
    );
  });

  it("is shared by functions without a reservation, as far as no stack has reserved it", () => {
    const shared = (context: object) => sharedConcurrencyOf(choose({ ...PROD, ...context }));
    expect(shared({})).toBe(110);
    expect(shared({ accountConcurrency: "5000", reservedElsewhere: "10" })).toBe(4100);
    expect(sharedConcurrencyOf(choose({ env: "dev", accountConcurrency: "10" }))).toBe(10);
  });

  it("a queue that may take all of its consumer's reservation is rejected", () => {
    const prod = choose(PROD);
    const reserving = (delivery: number) => ({ ...prod, reservedConcurrency: { delivery } });
    expect(() => requireRoomBesideQueues(reserving(51))).not.toThrow();
    expect(() => requireRoomBesideQueues(reserving(50))).toThrow(
      "delivery reserves 50 concurrent executions (infra/aws/environments.ts), and its queue may take 50",
    );
  });

  it("a small one leaves other environments without reservations", () => {
    expect(choose({ env: "dev", accountConcurrency: "10" })).toMatchObject({
      accountConcurrency: 10,
      reservedConcurrency: {},
    });
    expect(choose({ env: "dev" }).reservedConcurrency.webhook).toBe(200);
  });
});

it("traces only when told", () => {
  expect(choose({ env: "dev" }).traces ?? false).toBe(false);
  expect(choose({ env: "dev", traces: "true" }).traces).toBe(true);
});
