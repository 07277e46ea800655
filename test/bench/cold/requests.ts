import { randomUUID } from "node:crypto";
import { createPayment } from "../../../shared/contract/create-payment.ts";
import type { LocalService } from "../../support/local-service.ts";
import type { Endpoint } from "./builds.ts";

/** An event as API Gateway makes it, and the status that its answer must have. */
export type ColdRequest = { event: object; expectedStatus: number };

/** Every create is a new payment; every retrieve reads the same one. */
export async function requestsTo(service: LocalService): Promise<Record<Endpoint, () => ColdRequest>> {
  const created = await service.api.create({ amountCents: 1000 }, randomUUID());
  const id = String(created.json.svcPaymentId);
  const { apiKey } = service.stack.demo;
  return {
    create: () => ({
      event: {
        ...eventOf("POST", createPayment.path, { "x-api-key": apiKey, "idempotency-key": randomUUID() }),
        body: JSON.stringify({ amountCents: 4999, orderRef: "order-1" }),
      },
      expectedStatus: 201,
    }),
    retrieve: () => ({
      event: { ...eventOf("GET", `/v1/payments/${id}`, { "x-api-key": apiKey }), pathParameters: { id } },
      expectedStatus: 200,
    }),
  };
}

const eventOf = (method: string, path: string, headers: Record<string, string>) => ({
  version: "2.0",
  routeKey: "$default",
  rawPath: path,
  rawQueryString: "",
  headers: { host: "api.example.com", "content-type": "application/json", ...headers },
  requestContext: { domainName: "api.example.com", http: { method, path } },
  isBase64Encoded: false,
});
