import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { paymentKey } from "../../../../shared/ledger/table.ts";
import { merchantOfRequest } from "../merchant-of-request.ts";

const TableName = process.env.TABLE_NAME;
const ledger = DynamoDBDocumentClient.from(new DynamoDBClient({}));

/** The two reads of a retrieve and nothing else. */
export async function handler({ headers, pathParameters }: APIGatewayProxyEventV2) {
  const merchant = await merchantOfRequest(ledger, headers["x-api-key"]);
  if (!merchant) return { statusCode: 401 };
  const Key = paymentKey(pathParameters?.id ?? "");
  const { Item } = await ledger.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const isTheirs = Item?.merchantId === merchant.merchantId;
  return isTheirs ? { statusCode: 200, body: JSON.stringify(Item) } : { statusCode: 404 };
}
