import { Router } from "@aws-lambda-powertools/event-handler/http";
import { Logger } from "@aws-lambda-powertools/logger";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { paymentKey } from "../../../../shared/ledger/table.ts";
import { merchantOfRequest } from "../merchant-of-request.ts";

const TableName = process.env.TABLE_NAME;
const ledger = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const logger = new Logger({ serviceName: "payments" });
const app = new Router({ logger });

app.get("/v1/payments/:id", async ({ req, params }) => {
  const merchant = await merchantOfRequest(ledger, req.headers.get("x-api-key") ?? "");
  if (!merchant) return { statusCode: 401, body: { title: "Unauthorized" } };
  const Key = paymentKey(params.id ?? "");
  const { Item } = await ledger.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const status = Item?.merchantId === merchant.merchantId ? 200 : 404;
  logger.info("request", { merchantId: merchant.merchantId, status });
  return status === 200 ? { ...Item } : { statusCode: status, body: { title: "Not found" } };
});

export const handler = (event: APIGatewayProxyEventV2, context: Context) => app.resolve(event, context);
