import { randomBytes, randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { type DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import type Stripe from "stripe";
import { machineNowMs } from "../../infra/local/clock.ts";
import type { Stack } from "../../infra/local/stack.ts";
import type { Preset } from "../../shared/domain/access/api-key.ts";
import { newMerchantId, parseApiKey } from "../../shared/domain/access/api-key.ts";
import { signatureHeader } from "../../shared/domain/access/signing-secret.ts";
import { endpointsOf } from "../../shared/domain/events/callback-endpoint.ts";
import {
  createCallbackEndpoint,
  updateCallbackEndpoint,
} from "../../shared/flows/callbacks/change-endpoint.ts";
import { issueApiKey } from "../../shared/flows/merchants/change-api-keys.ts";
import type { EventRecord } from "../../shared/ledger/events.ts";
import { createMerchant, findMerchant, linkAccount } from "../../shared/ledger/merchants.ts";
import { deliveryKey, eventKey, type Key, paymentKey } from "../../shared/ledger/table.ts";
import { MerchantApi, type Reply } from "./api.ts";
import { FaultyWire } from "./faulty-wire.ts";
import { readItem } from "./ledger-edits.ts";
import { aStoredAccount } from "./onboarding.ts";
import { type OpenedStack, openStack, type ServiceSettings } from "./open-stack.ts";
import { PATIENCE_MS } from "./patience.ts";

/** The whole local stack in this process, with a wire that can misbehave before each of its servers. */
export class LocalService {
  readonly dynamodb = new FaultyWire();
  readonly processor = new FaultyWire();
  readonly sqs = new FaultyWire();
  private readonly settings: ServiceSettings;
  private opened: OpenedStack | undefined;

  constructor(settings: ServiceSettings = {}) {
    this.settings = settings;
  }

  static async start(settings: ServiceSettings = {}): Promise<LocalService> {
    const service = new LocalService(settings);
    await service.open();
    return service;
  }

  async open(): Promise<void> {
    this.opened = await openStack(this.settings, this);
    if (this.settings.muted) await this.muteProcessor();
  }

  async stop(): Promise<void> {
    await this.stack.stop();
    for (const wire of this.wires) wire.close();
    rmSync(this.running.stateDir, { recursive: true, force: true });
  }

  private get running(): OpenedStack {
    if (!this.opened) throw new Error("The service has not been started: is this outside of a test?");
    return this.opened;
  }

  private get wires(): FaultyWire[] {
    return [this.dynamodb, this.processor, this.sqs];
  }

  clearWires(): void {
    for (const wire of this.wires) wire.clear();
  }

  /** Whether every injected fault has struck: a test whose fault never happened has shown nothing. */
  get allFaultsStruck(): boolean {
    return this.wires.every((wire) => wire.spent);
  }

  get stack(): Stack {
    return this.running.stack;
  }

  get api(): MerchantApi {
    return this.running.api;
  }

  /** The buyer, or the platform's dashboard: talks to the processor past every wire. */
  get stripe(): Stripe {
    return this.running.stripe;
  }

  get table(): DynamoDBDocumentClient {
    return this.running.table;
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

  /** An authorized manual-capture payment, ready to be captured. */
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
    const merchantId = newMerchantId(randomBytes);
    const processorAccountId = account === "none" ? "" : await this.enabledAccount();
    if (processorAccountId) await linkAccount(processorAccountId, merchantId, Date.now());
    await createMerchant({
      merchantId,
      name: "Other merchant",
      feePolicy: null,
      account: processorAccountId
        ? aStoredAccount({
            accountId: processorAccountId,
            chargesEnabled: account === "enabled",
            payoutsEnabled: account === "enabled",
          })
        : null,
      createdAt: Date.now(),
    });
    const { apiKey } = await issueApiKey({ merchantId }, { at: Date.now(), random: randomBytes });
    return new MerchantApi(this.stack.baseUrl, apiKey);
  }

  /** Another key of the same merchant, which may do less. */
  async keyWith(api: MerchantApi, preset: Preset): Promise<MerchantApi> {
    const merchantId = parseApiKey(api.apiKey)?.merchantId ?? "";
    const change = { at: Date.now(), random: randomBytes };
    const { apiKey } = await issueApiKey({ merchantId, preset }, change);
    return new MerchantApi(this.stack.baseUrl, apiKey);
  }

  /** Points a merchant's callbacks somewhere; answers the secret that signs them when it is the first time. */
  async pointCallbacks(url: string, merchantId = this.stack.demo.merchantId): Promise<string> {
    const merchant = await findMerchant(merchantId);
    if (!merchant) throw new Error("no such merchant");
    const change = { at: Date.now(), random: randomBytes };
    const [first] = endpointsOf(merchant);
    if (!first) return (await createCallbackEndpoint(merchant, { url }, change)).secret;
    await updateCallbackEndpoint(merchant, first.endpointId, { url }, change);
    return this.stack.demo.callbackSecret;
  }

  /** Sends what the processor would send; by default signed with its secret, now. */
  async webhook(
    event: unknown,
    options: { secret?: string; t?: number; header?: string; rawBody?: Buffer } = {},
  ) {
    const rawBody = options.rawBody ?? Buffer.from(JSON.stringify(event, null, 2));
    const seconds = options.t ?? Math.floor(machineNowMs() / 1000);
    const signed = signatureHeader(rawBody, [options.secret ?? this.stack.demo.webhookSecret], seconds);
    const response = await fetch(this.stack.demo.webhookUrl, {
      method: "POST",
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Stripe-Signature": options.header ?? signed,
      },
      body: new Uint8Array(rawBody),
    });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  }

  /** Holds back what the processor would tell by itself, so that a test can tell it in its own order. */
  async muteProcessor(): Promise<void> {
    await fetch(`${this.stack.processorUrl}/_simulator/webhooks/pause`, { method: "POST" });
  }

  async unmuteProcessor(): Promise<void> {
    await fetch(`${this.stack.processorUrl}/_simulator/webhooks/resume`, { method: "POST" });
  }

  /**
   * Lets time pass for this whole process: what is due in between has happened when it ends, and what did not come to
   * rest fails the test.
   */
  async letPass(advanceSeconds: number): Promise<void> {
    const body = JSON.stringify({ advanceSeconds });
    const answer = await fetch(`${this.stack.processorUrl}/_simulator/clock`, { method: "POST", body });
    const { restless } = (await answer.json()) as { restless?: object[] };
    if (restless?.length !== 0) throw new Error(`It did not come to rest: ${JSON.stringify(restless)}`);
  }

  /** Waits until no function runs, and neither a message nor a webhook waits for one. */
  async rest(): Promise<void> {
    await this.eventually(async () => this.stack.busy().length === 0);
  }

  /** The processor's events about an intent, oldest first. */
  async eventsOf(intentId: unknown, accountId = this.accountId) {
    const { data } = await this.stripe.events.list({ limit: 100 }, { stripeAccount: accountId });
    return data.filter(({ data: { object } }) => JSON.stringify(object).includes(String(intentId))).reverse();
  }

  private readonly itemAt = (key: Key) =>
    readItem({ table: this.table, tableName: this.stack.tableName }, key);

  eventItem = (eventId: unknown): Promise<Record<string, unknown>> => this.itemAt(eventKey(String(eventId)));

  /** An event's delivery to the first endpoint that it names. */
  async deliveryItem(eventId: unknown): Promise<Record<string, unknown>> {
    const { endpoints = [] } = (await this.eventItem(eventId)) as Partial<EventRecord>;
    return this.itemAt(deliveryKey(String(eventId), endpoints[0] ?? "none"));
  }

  /** Waits until something holds, and fails when it does not come to hold. */
  async eventually(holds: () => Promise<boolean>, milliseconds = PATIENCE_MS): Promise<void> {
    const deadline = performance.now() + milliseconds;
    while (!(await holds())) {
      if (performance.now() > deadline) throw new Error(`It did not come to hold: ${holds}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private async enabledAccount(): Promise<string> {
    const { id } = await this.stripe.accounts.create({ country: "US" });
    const body = JSON.stringify({ charges_enabled: true, payouts_enabled: true, details_submitted: true });
    await fetch(`${this.stack.processorUrl}/_simulator/accounts/${id}`, { method: "POST", body });
    return id;
  }

  item = (svcPaymentId: unknown): Promise<Record<string, unknown>> =>
    this.itemAt(paymentKey(String(svcPaymentId)));

  /** Everything in the table, however many pages that takes. */
  async items(): Promise<Record<string, unknown>[]> {
    const scan = { TableName: this.stack.tableName, ConsistentRead: true };
    const items: Record<string, unknown>[] = [];
    for await (const { Items = [] } of paginateScan({ client: this.table }, scan)) items.push(...Items);
    return items;
  }

  async intents(accountId = this.accountId) {
    return (await this.stripe.paymentIntents.list({ limit: 100 }, { stripeAccount: accountId })).data;
  }
}
