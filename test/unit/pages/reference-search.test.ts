import { expect, it } from "vitest";
import { rank } from "../../../infra/pages/reference/page/rank.ts";

const part = (title: string, path = "", text = "") => ({ title, path, text });

const PARTS = [
  part("list events", "get /v1/events", "each has the deliveries of its callback."),
  part("add a callback endpoint", "post /v1/callback-endpoints", "your server."),
  part("list disputes", "get /v1/disputes", "those that need a response first."),
  part("refund a payment", "post /v1/payments/{id}/refund", "in full or in part."),
  part("list a payout's lines", "get /v1/payouts/{id}/lines", "what it is made of."),
  part("download the lines of all payouts of a range", "get /v1/reports/payouts.csv", "a file."),
  part("preview a fee", "get /v1/fee-preview", "before a payment."),
];

const titles = (query: string) => rank(PARTS, query).map(({ title }) => title);

it.each([
  ["webhook", ["add a callback endpoint", "list events"]],
  ["webhooks", ["add a callback endpoint", "list events"]],
  ["webho", ["add a callback endpoint", "list events"]],
  ["chargeback", ["list disputes"]],
  ["callback", ["add a callback endpoint", "list events"]],
  ["commission preview", ["preview a fee"]],
  ["refund", ["refund a payment"]],
  ["payment", ["refund a payment", "preview a fee"]],
  ["lines of a payout", ["list a payout's lines", "download the lines of all payouts of a range"]],
  ["nothing of the kind", []],
])("who looks for %s finds it under its own name and under others", (query, found) => {
  expect(titles(query)).toEqual(found);
});
