import { randomUUID } from "node:crypto";
import { Router } from "@aws-lambda-powertools/event-handler/http";
import { IdempotencyConfig, makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";
import { Logger } from "@aws-lambda-powertools/logger";
import { getSecret } from "@aws-lambda-powertools/parameters/secrets";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { z } from "zod";
import { IDEMPOTENCY_KEY } from "../../../../shared/contract/idempotency-key.ts";
import { MAX_AMOUNT_CENTS, MIN_AMOUNT_CENTS } from "../../../../shared/domain/payments/currency.ts";
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

/** The same rules as ours, written with zod as the documentation of Powertools writes schemas. */
const text = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .refine((value) => value.isWellFormed())
    .optional();

const body = z.strictObject({
  amountCents: z.int().min(MIN_AMOUNT_CENTS).max(MAX_AMOUNT_CENTS),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .toLowerCase()
    .default("usd"),
  captureMethod: z.enum(["automatic", "manual"]).default("automatic"),
  paymentMethodTypes: z
    .array(z.string().regex(/^[a-z0-9_]{1,50}$/))
    .min(1)
    .max(20)
    .optional(),
  customerRef: text(500),
  orderRef: text(500),
  description: text(1000),
  branch: text(500),
  idempotencyKey: z.string().regex(IDEMPOTENCY_KEY).optional(),
});

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

export const handler = (event: APIGatewayProxyEventV2, context: Context) => app.resolve(event, context);
