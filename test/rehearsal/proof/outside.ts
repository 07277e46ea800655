import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type Stripe from "stripe";
import type { Rehearsal } from "../../../infra/rehearsal/rehearsal.ts";
import { issueApiKey } from "../../../shared/flows/merchants/change-api-keys.ts";
import { signUpMerchant } from "../../../shared/flows/merchants/change-merchant.ts";
import type { Key } from "../../../shared/ledger/table.ts";
import { parse } from "../../support/api.ts";
import { simulatorClient } from "../../support/open-stack.ts";
import type { FasterOthers } from "./faster-others.ts";

export type Answer = { status: number; json: Record<string, unknown>; cookie: string };

export type CallOptions = {
  key?: string;
  headers?: Record<string, string>;
  /** The processor misbehaves meanwhile: a 503 is what the client should see. */
  mayFail?: true;
};

export type ProvenMerchant = { merchantId: string; apiKey: string };

export type Onboarded = ProvenMerchant & { accountId: string };

const PATIENCE_MS = 60_000;

/** Everybody outside of the service: merchants, buyers, the processor's dashboard, the clock, an operator. */
export class Outside {
  readonly rehearsal: Rehearsal;
  readonly stripe: Stripe;
  /** 5xx that were provoked, as an access log has them. */
  readonly provoked: string[] = [];
  readonly others: FasterOthers;
  private readonly table: DynamoDBDocumentClient;
  private readonly tableName: string;

  constructor(rehearsal: Rehearsal, { tableName, others }: { tableName: string; others: FasterOthers }) {
    this.rehearsal = rehearsal;
    this.others = others;
    this.tableName = tableName;
    const { processorUrl, processorSecretKey } = rehearsal.demo;
    this.stripe = simulatorClient(processorUrl, processorSecretKey);
    const client = new DynamoDBClient({ endpoint: rehearsal.dynamodbUrl });
    this.table = DynamoDBDocumentClient.from(client);
  }

  get demo(): ProvenMerchant {
    return this.rehearsal.demo;
  }

  async call(
    { apiKey }: Pick<ProvenMerchant, "apiKey">,
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Answer> {
    return this.send(method, path, body, {
      ...options,
      headers: {
        "X-Api-Key": apiKey,
        ...(options.key && { "Idempotency-Key": options.key }),
        ...options.headers,
      },
    });
  }

  async send(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    const response = await fetch(this.rehearsal.baseUrl + path, {
      method,
      headers: { "Content-Type": "application/json", ...options.headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (options.mayFail && response.status >= 500)
      this.provoked.push(`${response.status} ${method} ${path.split("?")[0]}`);
    const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return { status: response.status, json: parse(text), cookie };
  }

  create = (merchant: ProvenMerchant, body: object, options: CallOptions = {}): Promise<Answer> =>
    this.call(merchant, "POST", "/v1/payments/intents", body, { key: randomUUID(), ...options });

  /** Pays as a buyer's browser would. */
  async confirm({ json }: Answer, paymentMethod = "pm_card_visa"): Promise<void> {
    await this.stripe.paymentIntents.confirm(
      String(json.processorPaymentIntentId),
      { payment_method: paymentMethod, return_url: "https://shop.example/return" },
      { stripeAccount: String(json.connectedAccountId) },
    );
  }

  /** A payment that a buyer has paid, or authorized. */
  async sell(merchant: ProvenMerchant, body: object = {}): Promise<string> {
    const created = await this.create(merchant, { amountCents: 2000, ...body });
    await this.confirm(created);
    return String(created.json.svcPaymentId);
  }

  async control(path: string, body: object = {}): Promise<void> {
    const { ok } = await this.postControl(path, body);
    if (!ok) throw new Error(`The simulator rejected ${path}.`);
  }

  private postControl(path: string, body: object): Promise<Response> {
    const url = `${this.rehearsal.demo.processorUrl}/_simulator/${path}`;
    return fetch(url, { method: "POST", body: JSON.stringify(body) });
  }

  /** Accounts are made by v2. Where v1 shows all of them, events may overtake a creation, which needs the most rights. */
  showAccountsInV1 = (): Promise<void> =>
    this.control("switches", { v2MetadataInV1: true, v2AccountsInV1List: true, v2AccountEventsInV1: true });

  /** As its schedule does. */
  async invoke(name: string): Promise<void> {
    const { functions } = this.rehearsal;
    const spec = functions.find(`payments-dev-${name}`);
    if (!spec) throw new Error(`The templates have no function ${name}.`);
    await functions.invoke(spec, {});
  }

  /** The reply is lost, twice: once for the SDK, and once for its own repetition. */
  loseReply = (method: string, path: string): Promise<void> =>
    this.control("faults", { method, path, kind: "drop_reply", times: 2 });

  /** Whoever moves the clock while it is being moved waits for the other one. */
  advance = (seconds: number): Promise<void> =>
    this.until("the clock can be moved", async () => {
      const { ok, status } = await this.postControl("clock", { advanceSeconds: seconds });
      if (!ok && status !== 409) throw new Error("The simulator rejected clock.");
      return ok;
    });

  async until(what: string, holds: () => Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
    const deadline = performance.now() + patienceMs;
    while (!(await holds())) {
      if (performance.now() > deadline) throw new Error(`It did not come to hold: ${what}.`);
      await pause(50);
    }
  }

  /** Somebody else acts right before a call of a function's: "sweep UpdateItem PAYMENT#". Answers how to wait for it. */
  overtake(call: string, act: () => Promise<void>): () => Promise<void> {
    let hasHappened = false;
    void this.others.justBefore(call, act).then(() => {
      hasHappened = true;
    });
    return () => this.until(`somebody was faster than ${call}`, async () => hasHappened);
  }

  untilStatus = (merchant: ProvenMerchant, id: string, status: string): Promise<void> =>
    this.until(`${id} is ${status}`, async () => {
      const { json } = await this.call(merchant, "GET", `/v1/payments/${id}`);
      return json.status === status;
    });

  /** As an operator signs a merchant up. */
  async signUp(name: string): Promise<ProvenMerchant> {
    const change = { at: Date.now(), random: randomBytes, actor: "operator" };
    const { merchantId } = await signUpMerchant({ name, feePolicy: null }, change);
    const { apiKey } = await issueApiKey({ merchantId }, change);
    return { merchantId, apiKey };
  }

  /** A merchant whose account may do everything. */
  async onboard(name: string): Promise<Onboarded> {
    const merchant = await this.signUp(name);
    const { json } = await this.call(merchant, "POST", "/v1/onboarding/account", {});
    const accountId = String(json.processorAccountId);
    await this.enable(accountId);
    await this.until(`${name} is enabled`, async () => {
      const status = await this.call(merchant, "GET", "/v1/onboarding/status");
      return status.json.onboardingStatus === "enabled";
    });
    return { ...merchant, accountId };
  }

  enable = (accountId: string): Promise<void> =>
    this.control(`accounts/${accountId}`, {
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      requirements: {},
    });

  /** What a death at a certain place leaves behind is put there past the front door. undefined removes an attribute. */
  async edit(key: Key, changes: Record<string, unknown>): Promise<void> {
    const names = Object.keys(changes);
    const set = names.filter((name) => changes[name] !== undefined);
    const removed = names.filter((name) => changes[name] === undefined);
    await this.table.send(
      new UpdateCommand({
        TableName: this.tableName,
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: [
          set.length > 0 ? `SET ${set.map((name) => `#${name} = :${name}`).join(", ")}` : "",
          removed.length > 0 ? `REMOVE ${removed.map((name) => `#${name}`).join(", ")}` : "",
        ].join(" "),
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ...(set.length > 0 && {
          ExpressionAttributeValues: Object.fromEntries(set.map((name) => [`:${name}`, changes[name]])),
        }),
      }),
    );
  }

  async item(key: Key): Promise<Record<string, unknown> | undefined> {
    const { Item } = await this.table.send(new GetCommand({ TableName: this.tableName, Key: key }));
    return Item;
  }

  async lose(key: Key): Promise<void> {
    await this.table.send(new DeleteCommand({ TableName: this.tableName, Key: key }));
  }
}
