import { randomUUID } from "node:crypto";
import { Router } from "@aws-lambda-powertools/event-handler/http";
import { IdempotencyConfig, makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";
import { Logger } from "@aws-lambda-powertools/logger";
import { getSecret } from "@aws-lambda-powertools/parameters/secrets";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import type { $ZodType } from "zod/v4/core";
import { paymentKey } from "../../../../shared/ledger/table.ts";
import { merchantOfRequest, type StoredMerchant } from "../merchant-of-request.ts";
import { createdPayment, createIntent, type NewPayment, type ProcessorKeys } from "../processor.ts";

const tableName = process.env.TABLE_NAME ?? "";
const awsSdkV3Client = new DynamoDBClient({});
const ledger = DynamoDBDocumentClient.from(awsSdkV3Client);
const logger = new Logger({ serviceName: "payments" });
const app = new Router({ logger });

const config = new IdempotencyConfig({
  eventKeyJmesPath: "[merchant.merchantId, idempotencyKey]",
  payloadValidationJmesPath: "body",
  throwOnNoIdempotencyKey: true,
});

type CreateRequest = { merchant: StoredMerchant; idempotencyKey: string; body: NewPayment["body"] };

/** The idempotency record is Powertools' own, so the payment, which must be found again, is a write of its own. */
const createOnce = makeIdempotent(
  async ({ merchant, body }: CreateRequest) => {
    const payment = { svcPaymentId: `svcpay_${randomUUID()}`, merchant, body };
    const keys = (await getSecret(process.env.PROCESSOR_SECRET_ID ?? "", {
      transform: "json",
      maxAge: 300,
    })) as ProcessorKeys;
    const answer = createdPayment(await createIntent(keys, payment), payment, keys);
    const Item = { ...paymentKey(payment.svcPaymentId), ...answer, merchantId: merchant.merchantId };
    await ledger.send(new PutCommand({ TableName: tableName, Item }));
    return answer;
  },
  {
    persistenceStore: new DynamoDBPersistenceLayer({
      tableName,
      keyAttr: "pk",
      sortKeyAttr: "sk",
      awsSdkV3Client,
    }),
    config,
  },
);

/** The schema is a parameter, because which build of zod it comes from is half of the story. */
export function createEndpoint(body: $ZodType<NewPayment["body"]>) {
  app.post(
    "/v1/payments/intents",
    async ({ req, context, valid }) => {
      const merchant = await merchantOfRequest(ledger, req.headers.get("x-api-key") ?? "");
      if (!merchant) return { statusCode: 401, body: { title: "Unauthorized" } };
      config.registerLambdaContext(context);
      const idempotencyKey = req.headers.get("idempotency-key") ?? "";
      const answer = await createOnce({ merchant, idempotencyKey, body: valid.req.body });
      logger.info("request", { merchantId: merchant.merchantId, status: 201 });
      return { statusCode: 201, body: answer };
    },
    { validation: { req: { body } } },
  );
  return (event: APIGatewayProxyEventV2, context: Context) => app.resolve(event, context);
}
