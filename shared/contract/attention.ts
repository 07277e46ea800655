import * as z from "zod/mini";
import { ATTENTION_ID, DISPUTE_ID } from "../domain/id-forms.ts";
import { ATTENTION_KINDS } from "../domain/payments/attention.ts";
import { described, named } from "./described.ts";
import { paymentId, timestamp } from "./fields.ts";
import { COMMON_FAILURES, type Operation, type Tag } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";

const TAG: Tag = {
  name: "Attention",
  description: "Items that need your action, and the disputes of your payments.",
};

const orderRef = described("Your order's reference; null if there is none.", z.nullable(z.string()));
const currency = z.string().check(z.regex(/^[a-z]{3}$/));
const disputeId = described("The dispute at the processor.", z.string());

const attentionId = z
  .string()
  .check(z.regex(ATTENTION_ID, { error: "must be the id of an item in this list (att_…)." }));

const Attention = named(
  "Attention",
  "An item that needs a person.",
  z.strictObject({
    attentionId: described(
      "The id with which you resolve a failed refund, a failed payout or a fraud warning. null: the item ends " +
        "with its cause.",
      z.nullable(attentionId),
    ),
    kind: described("The object's type. More kinds may be added.", z.enum(ATTENTION_KINDS)),
    subject: described(
      "What it is about: a payment with its dispute, warning or refund; a payout; or the endpoint that does not " +
        "accept events.",
      z.strictObject({
        svcPaymentId: z.optional(paymentId),
        disputeId: z.optional(disputeId),
        fraudWarningId: z.optional(described("The bank's warning at the processor.", z.string())),
        refundId: z.optional(described("The refund at the processor.", z.string())),
        payoutId: z.optional(described("The payout at the processor.", z.string())),
        endpointOrigin: z.optional(described("Your server's address, without the path.", z.string())),
        endpointId: z.optional(described("Which callback endpoint.", z.string())),
      }),
    ),
    orderRef,
    amountCents: described(
      "The amount, in the smallest currency unit; null for an endpoint.",
      z.nullable(z.int()),
    ),
    currency: described("ISO 4217, in lower case; null for an endpoint.", z.nullable(currency)),
    since: described("Since when it has been known.", timestamp),
    dueBy: described("The deadline; null if there is none.", z.nullable(timestamp)),
    replacement: described(
      "in_progress: a refund that replaces this failed one is being made, so do not refund it again. null otherwise.",
      z.nullable(z.enum(["in_progress"])),
    ),
    advice: described("What you can do about it, as text.", z.string()),
  }),
);

const ResolvedAttention = named(
  "ResolvedAttention",
  "An item that a person has resolved.",
  z.strictObject({ attentionId, resolvedAt: described("Since when.", timestamp) }),
);

/** The place in the list: it outlives what it names. */
const cursor = z.string().check(
  z.regex(/^(endpoint(#[1-4])?|(DISPUTE#)?\d{13}#[\w#]{1,300})$/, {
    error: "must be a position in this list, from its Link header.",
  }),
);

export const listAttention = {
  name: "list-attention",
  method: "GET",
  path: "/v1/attention",
  scope: "events:read",
  console: "read",
  tag: TAG,
  summary: "List items that need your action",
  description:
    "Holds that expire within a day (short holds: after half of their time), disputes that need a response, " +
    "payments that a bank suspects of fraud (for 30 days), refunds that failed or are overdue, payouts that " +
    "failed, and an endpoint that does not accept events. Items without a deadline come first, then the " +
    "nearest deadline. Items past their deadline are not listed. Only card holds have a known end, so other " +
    "holds are not listed.",
  query: pageQuery(cursor),
  answers: {
    200: {
      ...page(Attention, [
        {
          attentionId: "att_re_1QExample",
          kind: "refund_failed",
          subject: { svcPaymentId: "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0", refundId: "re_1QExample" },
          orderRef: "order-1001",
          amountCents: 1500,
          currency: "usd",
          since: "2026-07-01T12:00:00.000Z",
          dueBy: null,
          replacement: null,
          advice: "The money is back in your balance, and the customer has not received it.",
        },
      ]),
      description: "One page of the list, the most urgent first.",
    },
  },
  budget: "ledger",
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const resolveAttention = {
  name: "resolve-attention",
  method: "POST",
  path: "/v1/attention/{id}/resolve",
  pathParameters: { id: described("The item's attentionId.", attentionId) },
  scope: "refunds:write",
  console: "money",
  tag: TAG,
  summary: "Resolve a failed refund, a failed payout or a fraud warning",
  description:
    "Removes the item from the list, for example after you returned the money another way. No money is moved. " +
    "Safe to repeat. While a refund replaces a failed one, that one cannot be resolved. A failed refund also leaves the list with the refund that replaces it, and when nothing is " +
    "left to refund.",
  body: z.strictObject({}),
  example: {},
  answers: {
    200: {
      description: "It is resolved.",
      schema: ResolvedAttention,
      example: { attentionId: "att_re_1QExample", resolvedAt: "2026-07-02T12:00:00.000Z" },
    },
  },
  failures: [...COMMON_FAILURES, "not_found", "in_progress", "replacement_in_progress"],
} as const satisfies Operation;

const ListedDispute = named(
  "ListedDispute",
  "A dispute of one of your payments.",
  z.strictObject({
    disputeId,
    svcPaymentId: paymentId,
    orderRef,
    status: described("Its status, for example needs_response, won or lost.", z.string()),
    reason: described("The customer's reason.", z.string()),
    amountCents: described("The disputed amount, in the smallest currency unit.", z.int()),
    currency: described("ISO 4217, in lower case.", currency),
    openedAt: described("When it was opened.", timestamp),
    dueBy: described("Deadline for a response; null if none is needed or possible.", z.nullable(timestamp)),
  }),
);

export const listDisputes = {
  name: "list-disputes",
  method: "GET",
  path: "/v1/disputes",
  scope: "finance:read",
  console: "read",
  tag: TAG,
  summary: "List disputes",
  description:
    "Disputes that need a response come first, nearest deadline first; then all others, newest first, kept " +
    "for 400 days. A dispute of a disconnected account is shown as last known. A payment whose dispute was " +
    "lost stays succeeded, although the money was taken back.",
  query: z.strictObject({
    ...pageQuery(cursor).shape,
    disputeId: z.optional(
      described(
        "Only this dispute.",
        z.string().check(z.regex(DISPUTE_ID, { error: "must be the id of a dispute (dp_… or du_…)." })),
      ),
    ),
  }),
  answers: {
    200: {
      ...page(ListedDispute, [
        {
          disputeId: "dp_1QExample",
          svcPaymentId: "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
          orderRef: "order-1001",
          status: "needs_response",
          reason: "fraudulent",
          amountCents: 4999,
          currency: "usd",
          openedAt: "2026-07-01T12:00:00.000Z",
          dueBy: "2026-07-10T23:59:59.000Z",
        },
      ]),
      description: "One page of the list, those that need a response first.",
    },
  },
  budget: "ledger",
  failures: COMMON_FAILURES,
} as const satisfies Operation;
