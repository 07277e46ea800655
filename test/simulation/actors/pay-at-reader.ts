import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { Client } from "./client.ts";
import { nextAmount, PaymentStory } from "./payment-story.ts";

const MINUTE_MS = 60_000;
const SHARE = 0.25;
const GOOD = "4242424242424242";
const DECLINED = "4000000000000002";

const READER = "/v1/terminal/readers/{id}";
const PROCESS = `${READER}/process`;
const REFUND = `${READER}/refund`;
const CANCEL = `${READER}/cancel`;
/** Beyond the end of its key's trust, so that a late repetition looks first. */
const LATE_MS = 25 * 60 * MINUTE_MS;

type Action = { status: string; svcPaymentId: string | null } | null;

/**
 * A till: the merchant's server sends payments to a reader, twice or to two readers at once, over replies that are lost,
 * to one that is busy with another payment or offline. Buyers present a card, or one that is declined. An answer of 200
 * must be about this payment, and the processor must have taken it for this reader. No payment may take the place of
 * another one that waits for its card. Some are paid by Interac and refunded there, each at most once.
 */
export async function payAtReader(simulation: Simulation, client: Client): Promise<void> {
  const chance = simulation.chance("readers");
  const { clock } = simulation;
  const { merchant } = client;
  if (!chance.happens(SHARE)) return;
  await clock.sleep(chance.between(0, 10 * MINUTE_MS));
  if (!merchant.accountId || merchant.hasLeft) return;
  const { accountId } = merchant;
  const readers = [1, 2].map(() => partsOf().processor.registerReader(accountId));
  for (const reader of readers) void serveCustomers(simulation, accountId, reader);
  await Promise.all([1, 2].map((order) => new Till(simulation, client, readers).sell(order)));
  for (const replaced of partsOf().processor.replaced.splice(0)) simulation.violate("readers", replaced);
}

class Till {
  private readonly simulation: Simulation;
  private readonly client: Client;
  private readonly readers: readonly string[];

  constructor(simulation: Simulation, client: Client, readers: readonly string[]) {
    this.simulation = simulation;
    this.client = client;
    this.readers = readers;
  }

  async sell(order: number): Promise<void> {
    const chance = this.simulation.chance("readers");
    const { merchantId } = this.client.merchant;
    const isCanadian = this.simulation.chance("interac").happens(0.5);
    const interac = { currency: "cad", paymentMethodTypes: ["card_present", "interac_present"] };
    const created = await this.client.persist(
      {
        function: "create-payment",
        key: `till-${merchantId}-${order}`,
        body: {
          amountCents: chance.between(500, 5_000),
          paymentMethodTypes: ["card_present"],
          ...(isCanadian && interac),
        },
      },
      { tries: 20 },
    );
    if (created?.statusCode !== 201) return;
    const { svcPaymentId, processorPaymentIntentId } = JSON.parse(created.body) as Record<string, string>;
    if (!svcPaymentId || !processorPaymentIntentId) return;
    for (let round = 0; round < 6; round++) {
      const reader = chance.oneOf(this.readers);
      if (chance.happens(0.3)) void this.process(chance.oneOf(this.readers), svcPaymentId);
      await this.process(reader, svcPaymentId);
      await this.simulation.clock.sleep(chance.between(500, 2 * MINUTE_MS));
      await this.look(reader);
      if (chance.happens(0.2)) await this.client.send({ function: "readers", path: CANCEL, id: reader });
      const { status } = await this.payment(svcPaymentId);
      if (status === "succeeded" && isCanadian) return this.refund(svcPaymentId, processorPaymentIntentId);
      if (status === "succeeded" || this.client.merchant.hasLeft) return;
    }
  }

  /** With one key, at one reader, while others use it too: the card is presented, or the refund ends without it. */
  private async refund(svcPaymentId: string, intentId: string): Promise<void> {
    const chance = this.simulation.chance("interac");
    const { accountId = "" } = this.client.merchant;
    const amountCents = nextAmount();
    const wish = { intentId, accountId, amountCents, isGranted: false, isRejected: false };
    PaymentStory.wishes.push(wish);
    const reader = chance.oneOf(this.readers);
    const key = `till-refund-${svcPaymentId}`;
    const request = {
      function: "refund-payment",
      path: REFUND,
      id: reader,
      key,
      body: { svcPaymentId, amountCents },
    };
    for (let round = 0; round < 8; round++) {
      const answer = await this.client.send(request);
      wish.isGranted ||= answer?.statusCode === 200;
      if (wish.isGranted) this.simulation.reach("refunds at a reader");
      if (wish.isGranted || this.client.merchant.hasLeft) return;
      if (answer?.statusCode === 202 && chance.happens(0.15))
        await this.client.send({ function: "readers", path: CANCEL, id: reader });
      await this.simulation.clock.sleep(chance.happens(0.1) ? LATE_MS : chance.between(500, 3 * MINUTE_MS));
    }
  }

  private async process(reader: string, svcPaymentId: string): Promise<void> {
    const request = { function: "readers", path: PROCESS, id: reader, body: { svcPaymentId } };
    const answer = await this.client.send(request);
    if (answer?.statusCode !== 200) return;
    this.simulation.reach("payments at a reader");
    const { action } = JSON.parse(answer.body) as { action: Action };
    if (action?.svcPaymentId !== svcPaymentId)
      this.simulation.violate("readers", `${reader} has ${action?.svcPaymentId}, not ${svcPaymentId}`);
    if (action?.status === "failed")
      this.simulation.violate("readers", `${svcPaymentId} is answered with an action that has failed`);
    if (!partsOf().processor.processed.has(`${reader} ${svcPaymentId}`))
      this.simulation.violate("readers", `${svcPaymentId} was never sent to ${reader}`);
  }

  /** What a till polls: of this merchant's reader, in the service's words. */
  private async look(reader: string): Promise<void> {
    const answer = await this.client.send({ function: "readers", path: READER, id: reader });
    if (answer?.statusCode !== 200) return;
    const { action } = JSON.parse(answer.body) as { action: Action };
    const of = action?.svcPaymentId;
    if (of && !partsOf().processor.processed.has(`${reader} ${of}`))
      this.simulation.violate("readers", `${reader} shows ${of}, which it never had`);
  }

  private async payment(id: string): Promise<{ status?: string }> {
    const answer = await this.client.send({ function: "get-payment", id });
    return answer?.statusCode === 200 ? (JSON.parse(answer.body) as { status: string }) : {};
  }
}

const VISITS = 12;

/** At the counter: cards are presented or declined, nobody comes, or the reader loses its network for a while. */
async function serveCustomers(simulation: Simulation, accountId: string, reader: string): Promise<void> {
  const chance = simulation.chance("readers");
  const { clock } = simulation;
  for (let visit = 0; visit < VISITS; visit++) {
    await clock.sleep(chance.between(1_000, 3 * MINUTE_MS));
    const { processor } = partsOf();
    if (chance.happens(0.15)) {
      processor.setReader(accountId, reader, "offline");
      await clock.sleep(chance.between(1_000, MINUTE_MS));
      processor.setReader(accountId, reader, "online");
      continue;
    }
    if (chance.happens(0.2)) continue;
    simulation.tell("buyer", () => `presents a card at ${reader}`);
    if (simulation.chance("interac").happens(0.5)) processor.presentInterac(accountId, reader);
    else processor.presentCard(accountId, reader, chance.happens(0.3) ? DECLINED : GOOD);
  }
}
