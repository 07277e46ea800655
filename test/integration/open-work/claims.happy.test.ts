import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { forgetOpenWork, isOpen, later, MINUTE_MS, runSweep } from "../../support/open-work.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import {
  anyPost,
  intentCancel,
  intentCapture,
  intentCreation,
  refundCreation,
} from "../../support/wire-calls.ts";

/** What a client has begun and never asked about again is finished by a visit, and never done a second time. */
const service = useService({ muted: true });
forgetOpenWork(service);

const idOf = (key: string) => paymentIdFor(service.stack.demo.merchantId, key);
const operationOf = async (id: string) =>
  (await service.items()).find(({ pk, sk }) => pk === `PAYMENT#${id}` && String(sk).startsWith("OPERATION#"));

async function visited(holds: () => Promise<boolean>): Promise<void> {
  later(6 * MINUTE_MS);
  await runSweep(service);
  await service.eventually(holds);
}

it("what ends as it should leaves nothing on the list", async () => {
  const id = await service.authorized(1000);
  await service.api.capture(id, {}, randomUUID());
  await service.api.refund(id, {}, randomUUID());
  expect(await isOpen(service, `PAYMENT#${id}`)).toBe(false);
});

describe("a reply was lost, and the client never came back:", () => {
  it("a payment is completed with the answer that the client would have got", async () => {
    const key = randomUUID();
    service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api.create({ amountCents: 1000 }, key)).status).toBe(503);
    expect((await service.api.get(idOf(key))).status).toBe(404);
    service.processor.clear();
    await visited(async () => (await service.api.get(idOf(key))).status === 200);
    expect(service.processor.passed.filter(anyPost)).toEqual([]);
    expect(await isOpen(service, `PAYMENT#${idOf(key)}`)).toBe(false);
    const replayed = await service.api.create({ amountCents: 1000 }, key);
    expect(replayed).toMatchObject({
      status: 201,
      json: { clientSecret: expect.stringContaining("_secret_") },
    });
    expect(replayed.headers.get("idempotent-replayed")).toBe("true");
  });

  it.each([
    ["capture", intentCapture, "succeeded"],
    ["cancel", intentCancel, "canceled"],
  ] as const)("a keyed %s is completed", async (operation, call, status) => {
    const id = await service.authorized(1000);
    service.processor.inject(call, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api[operation](id, {}, "gone")).status).toBe(503);
    service.processor.clear();
    await visited(async () => (await operationOf(id))?.state === "completed");
    expect(service.processor.passed.filter(anyPost)).toEqual([]);
    expect((await service.api.get(id)).json.status).toBe(status);
    expect((await service.api[operation](id, {}, "gone")).headers.get("idempotent-replayed")).toBe("true");
  });

  it("a keyed refund is found by its operation's id, and completed", async () => {
    const id = await service.paid(1000);
    service.processor.inject(refundCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api.refund(id, { amountCents: 300 }, "gone")).status).toBe(503);
    service.processor.clear();
    await visited(async () => (await operationOf(id))?.state === "completed");
    expect(service.processor.passed.filter(anyPost)).toEqual([]);
    expect((await service.item(id)).refundedCents).toBe(300);
  });
});
