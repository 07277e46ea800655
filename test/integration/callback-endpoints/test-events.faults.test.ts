import { expect, it } from "vitest";
import { MAX_PENDING_TESTS } from "../../../shared/domain/events/event.ts";
import { expectProblem } from "../../support/expect-problem.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** Scenario 55: test events to a dead URL without end must not fill the queue. */
const service = useService({ muted: true });
const shop = useShop(service);
const send = () => shop.api.onEndpoint("test");

it("55: of twenty test events at once five are taken, and the others are told that five are on their way", async () => {
  shop.receiver.behave = (response) => response.writeHead(500).end();
  const replies = await Promise.all(Array.from({ length: 20 }, send));
  const taken = replies.filter(({ status }) => status === 202);
  expect(taken).toHaveLength(MAX_PENDING_TESTS);
  for (const reply of replies) if (reply.status !== 202) expectProblem(reply, 409, "In progress");
});
