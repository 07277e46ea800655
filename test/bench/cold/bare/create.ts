import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { paymentKey } from "../../../../shared/ledger/table.ts";
import { merchantOfRequest } from "../merchant-of-request.ts";
import { createdPayment, createIntent, type ProcessorKeys } from "../processor.ts";

const TableName = process.env.TABLE_NAME;
const ledger = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const secrets = new SecretsManagerClient({});

/** The calls of a create and nothing else: no validation, no problems, no log, no second thought. */
export async function handler({ headers, body: text = "" }: APIGatewayProxyEventV2) {
  const merchant = await merchantOfRequest(ledger, headers["x-api-key"]);
  if (!merchant) return { statusCode: 401 };
  const payment = {
    svcPaymentId: `svcpay_${randomUUID()}`,
    merchant,
    body: { currency: "usd", ...JSON.parse(text) },
  };
  const Key = paymentKey(payment.svcPaymentId);
  const Item = { ...Key, ...payment.body, merchantId: merchant.merchantId, state: "claimed" };
  await ledger.send(new PutCommand({ TableName, Item, ConditionExpression: "attribute_not_exists(pk)" }));
  const keys = await readKeys();
  const answer = createdPayment(await createIntent(keys, payment), payment, keys);
  await ledger.send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: "SET answer = :answer, #state = :completed",
      ConditionExpression: "#state = :claimed",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":answer": answer, ":completed": "completed", ":claimed": "claimed" },
    }),
  );
  return { statusCode: 201, body: JSON.stringify(answer) };
}

let known: ProcessorKeys | undefined;

/** Once per process, as ours. */
async function readKeys(): Promise<ProcessorKeys> {
  const command = new GetSecretValueCommand({ SecretId: process.env.PROCESSOR_SECRET_ID });
  known ??= JSON.parse((await secrets.send(command)).SecretString ?? "") as ProcessorKeys;
  return known;
}
