import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import Stripe from "stripe";
import { TABLE_NAME } from "../../infra/local/environment.ts";
import { type Stack, startStack } from "../../infra/local/stack.ts";
import { composeApiKey, newMerchantId } from "../../shared/domain/api-key.ts";
import { paymentKey } from "../../shared/ledger/table.ts";
import { MerchantApi, type Reply } from "./api.ts";
import { FaultyWire } from "./faulty-wire.ts";

/** The whole local stack in this process, with a wire that can misbehave before each of its servers. */
export class LocalService {
  readonly stack: Stack;
  readonly dynamodb: FaultyWire;
  readonly processor: FaultyWire;
  readonly api: MerchantApi;
  /** The buyer, or the platform's dashboard: talks to the processor past every wire. */
  readonly stripe: Stripe;
  readonly table: DynamoDBDocumentClient;
  private readonly stateDir: string;

  private constructor(
    stack: Stack,
    wires: { dynamodb: FaultyWire; processor: FaultyWire },
    stateDir: string,
  ) {
    this.stack = stack;
    this.dynamodb = wires.dynamodb;
    this.processor = wires.processor;
    this.stateDir = stateDir;
    this.api = new MerchantApi(stack.baseUrl, stack.demo.apiKey);
    const { hostname, port } = new URL(stack.processorUrl);
    const address = { host: hostname, port, protocol: "http" as const };
    this.stripe = new Stripe(stack.demo.processorSecretKey, {
      ...address,
      telemetry: false,
      maxNetworkRetries: 0,
    });
    this.table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: stack.dynamodbUrl }));
  }

  static async start(): Promise<LocalService> {
    const stateDir = mkdtempSync(join(tmpdir(), "payments-"));
    const wires = { dynamodb: new FaultyWire(), processor: new FaultyWire() };
    process.env.POWERTOOLS_LOG_LEVEL ??= "CRITICAL";
    const stack = await startStack({ port: 0, stateDir, wire: (name, url) => wires[name].open(url) });
    return new LocalService(stack, wires, stateDir);
  }

  async stop(): Promise<void> {
    this.dynamodb.close();
    this.processor.close();
    await this.stack.stop();
    rmSync(this.stateDir, { recursive: true, force: true });
  }

  get accountId(): string {
    return this.stack.demo.connectedAccountId;
  }

  /** Pays as the buyer's browser would. */
  async confirm(created: Reply, paymentMethod = "pm_card_visa", accountId = this.accountId): Promise<void> {
    const intentId = String(created.json.processorPaymentIntentId);
    const parameters = { payment_method: paymentMethod, return_url: "https://shop.example/return" };
    await this.stripe.paymentIntents.confirm(intentId, parameters, { stripeAccount: accountId });
  }

  /** An authorised manual-capture payment, ready to be captured. */
  async authorized(amountCents: number, body: object = {}): Promise<string> {
    const created = await this.api.create({ amountCents, captureMethod: "manual", ...body }, randomUUID());
    await this.confirm(created);
    return String(created.json.svcPaymentId);
  }

  /** A payment that the buyer has paid. */
  async paid(amountCents: number, body: object = {}): Promise<string> {
    const created = await this.api.create({ amountCents, ...body }, randomUUID());
    await this.confirm(created);
    return String(created.json.svcPaymentId);
  }

  /** A second merchant with an account of its own, or without one. */
  async otherMerchant(account: "enabled" | "disabled" | "none" = "enabled"): Promise<MerchantApi> {
    const { createMerchant, saveApiKey } = await import("../../shared/ledger/merchants.ts");
    const merchantId = newMerchantId(randomBytes);
    const processorAccountId = account === "none" ? "" : await this.enabledAccount();
    await createMerchant({
      merchantId,
      name: "Other merchant",
      feePolicy: null,
      account:
        account === "none"
          ? null
          : {
              processorAccountId,
              chargesEnabled: account === "enabled",
              payoutsEnabled: account === "enabled",
            },
      createdAt: Date.now(),
    });
    const { keyId, secret, apiKey } = composeApiKey(merchantId, randomBytes);
    await saveApiKey({ keyId, merchantId, secret, salt: "00", at: Date.now() });
    return new MerchantApi(this.stack.baseUrl, apiKey);
  }

  private async enabledAccount(): Promise<string> {
    const { id } = await this.stripe.accounts.create({ country: "US" });
    const body = JSON.stringify({ charges_enabled: true, payouts_enabled: true, details_submitted: true });
    await fetch(`${this.stack.processorUrl}/_simulator/accounts/${id}`, { method: "POST", body });
    return id;
  }

  async item(svcPaymentId: unknown): Promise<Record<string, unknown>> {
    const Key = paymentKey(String(svcPaymentId));
    const { Item } = await this.table.send(
      new GetCommand({ TableName: TABLE_NAME, Key, ConsistentRead: true }),
    );
    return Item ?? {};
  }

  async items(): Promise<Record<string, unknown>[]> {
    const { Items } = await this.table.send(new ScanCommand({ TableName: TABLE_NAME, ConsistentRead: true }));
    return Items ?? [];
  }

  /** Moves a claim's times into the past, as if it had been made then. */
  async ageClaim(key: { pk: string; sk: string }, milliseconds: number): Promise<void> {
    const names = ["claimedAt", "attemptedAt", "leaseExpiresAt"];
    await this.table.send(
      new UpdateCommand({
        TableName: TABLE_NAME,
        Key: key,
        UpdateExpression: `SET ${names.map((name) => `${name} = ${name} - :age`).join(", ")}`,
        ExpressionAttributeValues: { ":age": milliseconds },
      }),
    );
  }

  async intents(accountId = this.accountId) {
    return (await this.stripe.paymentIntents.list({ limit: 100 }, { stripeAccount: accountId })).data;
  }
}
