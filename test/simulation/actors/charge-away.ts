import type { HttpAnswer } from "../world/functions.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { Client, Patience } from "./client.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SHARE = 0.3;

const CARDS = ["pm_card_visa", "pm_card_visa", "pm_card_chargeDeclined", "pm_card_authenticationRequired"];
const DEBITS = ["pm_usBankAccount", "pm_usBankAccount_insufficientFunds"];

type Created = { svcPaymentId: string; processorPaymentIntentId: string };

/**
 * A shop that charges saved methods while its customers are away: under two keys and with two methods at once, over
 * replies that are lost, while a customer pays in the browser or somebody cancels. What is answered must be what the
 * processor has.
 */
export async function chargeAway(simulation: Simulation, client: Client): Promise<void> {
  const chance = simulation.chance("charging");
  const { merchant } = client;
  if (!chance.happens(SHARE)) return;
  await simulation.clock.sleep(chance.between(0, 10 * MINUTE_MS));
  if (!merchant.accountId || merchant.hasLeft) return;
  const billing = new Billing(simulation, client, merchant.accountId);
  void billing.findCustomer();
  await Promise.all([1, 2].map((order) => billing.bill(order)));
}

class Billing {
  private readonly simulation: Simulation;
  private readonly client: Client;
  private readonly accountId: string;
  private readonly customer: string;

  constructor(simulation: Simulation, client: Client, accountId: string) {
    this.simulation = simulation;
    this.client = client;
    this.accountId = accountId;
    this.customer = this.ask("/v1/customers", {}).id;
  }

  private ask(path: string, form: Record<string, string>): { id: string } {
    return partsOf().processor.ask<{ id: string }>("POST", path, form, this.accountId);
  }

  async bill(order: number): Promise<void> {
    const chance = this.simulation.chance("charging");
    const { merchantId } = this.client.merchant;
    const isDebit = chance.happens(0.3);
    const created = await this.client.persist(
      {
        function: "create-payment",
        key: `bill-${merchantId}-${order}`,
        body: {
          amountCents: chance.between(500, 5_000),
          customerRef: this.customer,
          ...(isDebit && { paymentMethodTypes: ["us_bank_account"] }),
          ...(!isDebit && chance.happens(0.3) && { captureMethod: "manual" }),
        },
      },
      { tries: 20 },
    );
    if (created?.statusCode !== 201) return;
    const payment = JSON.parse(created.body) as Created;
    void this.captureSoon(payment);
    for (let round = 1; round <= 3; round++) {
      const methods = [1, 2].map(() => this.save(chance.oneOf(isDebit ? DEBITS : CARDS)));
      const charges = methods.map((method, which) => {
        const isWanted = which === 0 || chance.happens(0.4);
        return isWanted ? this.charge(payment, method, `charge-${order}-${round}-${which}`) : undefined;
      });
      if (chance.happens(0.25))
        await this.payInBrowser(payment, isDebit ? "pm_usBankAccount" : "pm_card_visa");
      if (round === 3 && chance.happens(0.3))
        void this.client.send({
          function: "cancel-payment",
          id: payment.svcPaymentId,
          body: {},
          key: `end-${order}`,
        });
      await Promise.all(charges);
      await this.simulation.clock.sleep(chance.between(0, 5 * MINUTE_MS));
    }
  }

  /** A hold of an absent customer expires before the simulated days are over. The owner captures it. */
  private async captureSoon({ processorPaymentIntentId: intentId }: Created): Promise<void> {
    for (let hour = 0; hour < 60; hour++) {
      await this.simulation.clock.sleep(HOUR_MS);
      if (this.intentOf(intentId)?.status === "requires_capture")
        this.ask(`/v1/payment_intents/${intentId}/capture`, {});
    }
  }

  private intentOf = (intentId: string) =>
    partsOf()
      .processor.list("payment_intent", this.accountId)
      .find(({ id }) => id === intentId);

  private save = (name: string): string =>
    this.ask(`/v1/payment_methods/${name}/attach`, { customer: this.customer }).id;

  private async payInBrowser({ processorPaymentIntentId: id }: Created, method: string): Promise<void> {
    await this.simulation.clock.sleep(this.simulation.chance("charging").between(0, MINUTE_MS));
    this.simulation.tell("buyer", () => `pays ${id} with ${method}`);
    const form = { payment_method: method, return_url: "https://shop.example/paid" };
    this.ask(`/v1/payment_intents/${id}/confirm`, form);
  }

  private patience(): Patience {
    const chance = this.simulation.chance("charging");
    if (chance.happens(0.7)) return { tries: 1_000 };
    const returnsAfterMs = chance.oneOf([undefined, HOUR_MS, 25 * HOUR_MS]);
    return { tries: chance.between(1, 3), returnsAfterMs };
  }

  private async charge(payment: Created, paymentMethodId: string, key: string): Promise<void> {
    const { svcPaymentId: id } = payment;
    const request = { function: "charge-payment", id, body: { paymentMethodId }, key };
    if (this.simulation.chance("charging").happens(0.15)) void this.client.send(request);
    const answer = await this.client.persist(request, this.patience());
    if (answer) this.check(payment, answer);
  }

  private check({ processorPaymentIntentId: intentId }: Created, { statusCode, body }: HttpAnswer): void {
    const { simulation } = this;
    if (this.client.merchant.hasLeft) return;
    const intent = this.intentOf(intentId);
    const said = JSON.parse(body) as { status?: string; code?: string };
    simulation.reach(`charges ${statusCode} ${said.code ?? said.status}`);
    const isOpen =
      statusCode === 200 && String(said.status).startsWith("requires_") && said.status !== "requires_capture";
    if (isOpen) simulation.violate("I3", `${intentId} is answered as charged, and is ${said.status}`);
    // A debit that was processing when it was asked may have failed since.
    const isDebit = intent?.payment_method_types.includes("us_bank_account") ?? false;
    if (said.code === "payment_not_collectable" && intent?.status !== "canceled" && !isDebit)
      simulation.violate("I3", `${intentId} is not collectable, and is ${intent?.status}`);
  }

  /** The owner's own customer has the same reference, and is none of ours. */
  async findCustomer(): Promise<void> {
    const { clock } = this.simulation;
    const customerRef = `ref-${this.client.merchant.merchantId}`;
    const own = this.ask("/v1/customers", { "metadata[customerRef]": customerRef });
    // Without a key: the processor forgets one within a day, and the checks do not.
    const made = await this.client.send({ function: "customers", body: { customerRef } });
    await clock.sleep(2 * HOUR_MS);
    const path = "/v1/customers";
    const found = await this.client.send({
      function: "customers",
      path,
      method: "GET",
      query: { customerRef },
    });
    if (found?.statusCode !== 200 || this.client.merchant.hasLeft) return;
    this.simulation.reach("customers found");
    if (found.body.includes(own.id)) this.simulation.violate("I7", "a customer of the owner's own is listed");
    const { customerId = "none" } = (made ? JSON.parse(made.body) : {}) as { customerId?: string };
    if (made?.statusCode === 201 && !found.body.includes(customerId))
      this.simulation.violate("I3", `${customerId} was made, and is not found`);
  }
}
