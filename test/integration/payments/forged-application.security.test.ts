import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { paymentKey } from "../../../shared/ledger/table.ts";
import { processorConfig } from "../../../shared/runtime/config.ts";
import { openCreation } from "../../support/open-creation.ts";
import { forgetOpenWork, HOUR_MS, later } from "../../support/open-work.ts";
import { useService } from "../../support/use-service.ts";
import { intentCreation } from "../../support/wire-calls.ts";

/**
 * Scenario 53, where the processor's secret names our application: an intent of another one is not ours, even if it
 * agrees with the open creation in everything else. All intents of the simulator name its own application (fact 32).
 */
const service = useService({ muted: true });
forgetOpenWork(service);

const AMOUNT_CENTS = 500_000;

async function nameApplication(applicationId: string): Promise<void> {
  const SecretId = processorConfig().PROCESSOR_SECRET_ID;
  const secrets = new SecretsManagerClient({});
  const { SecretString = "" } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  const named = JSON.stringify({ ...JSON.parse(SecretString), applicationId });
  await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: named }));
}

async function make(svcPaymentId: string): Promise<string> {
  const intent = {
    amount: AMOUNT_CENTS,
    currency: "usd",
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    metadata: { svcPaymentId, svcEnv: "local" },
    payment_method: "pm_card_visa",
    confirm: true,
  } as const;
  return (await service.stripe.paymentIntents.create(intent, { stripeAccount: service.accountId })).id;
}

async function tellOf(intentId: string): Promise<void> {
  for (const event of await service.eventsOf(intentId)) await service.webhook(event);
}

const resume = (key: string) => service.api.create({ amountCents: AMOUNT_CENTS }, key);

describe("an intent of our application", () => {
  beforeAll(() => nameApplication("ca_simulator"));

  it("is the payment's when the webhook tells of it, and when it is looked for", async () => {
    const { key, id } = await openCreation(service, AMOUNT_CENTS);
    const made = await make(id);
    await tellOf(made);
    expect((await service.item(id)).processorPaymentIntentId).toBe(made);
    later(25 * HOUR_MS);
    expect((await resume(key)).json.processorPaymentIntentId).toBe(made);
  });

  it("is the payment's where only the search knows of it", async () => {
    const { key, id } = await openCreation(service, AMOUNT_CENTS);
    const made = await make(id);
    later(25 * HOUR_MS);
    expect((await resume(key)).json.processorPaymentIntentId).toBe(made);
  });
});

describe("an intent of another application", () => {
  beforeAll(() => nameApplication("ca_ours"));
  // Functions remember a secret for five minutes, by a clock that was a day ahead.
  beforeEach(() => later(72 * HOUR_MS));

  it("is not taken for the payment when the webhook tells of it", async () => {
    const { id } = await openCreation(service, AMOUNT_CENTS);
    await tellOf(await make(id));
    expect((await service.item(id)).processorPaymentIntentId).toBeUndefined();
  });

  it("is not found by the search", async () => {
    const { key, id } = await openCreation(service, AMOUNT_CENTS);
    const forged = await make(id);
    later(25 * HOUR_MS);
    const created = await resume(key);
    expect(created.status).toBe(201);
    expect(created.json.processorPaymentIntentId).not.toBe(forged);
  });

  it("is not found by the list", async () => {
    const { key, id } = await openCreation(service, AMOUNT_CENTS);
    const forged = await make(id);
    // A stuck key, minutes after the first attempt: search would lag.
    const body = { error: { type: "idempotency_error", message: "Other parameters." } };
    service.processor.inject(intentCreation, { kind: "answer", status: 400, body });
    const created = await resume(key);
    expect(created.status).toBe(201);
    expect(created.json.processorPaymentIntentId).not.toBe(forged);
  });

  it("is not answered where an earlier event has brought its id", async () => {
    const { key, id } = await openCreation(service, AMOUNT_CENTS);
    const forged = await make(id);
    await service.table.send(
      new UpdateCommand({
        TableName: service.stack.tableName,
        Key: paymentKey(id),
        UpdateExpression: "SET processorPaymentIntentId = :forged",
        ExpressionAttributeValues: { ":forged": forged },
      }),
    );
    later(25 * HOUR_MS);
    const created = await resume(key);
    expect(created.status).toBe(201);
    expect(created.json.processorPaymentIntentId).not.toBe(forged);
  });
});
