import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { SQSEvent } from "aws-lambda";
import { eventKey, merchantKey } from "../../../../shared/ledger/table.ts";

const TableName = process.env.TABLE_NAME;
const ledger = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const agent = new Agent({ keepAlive: false });

/** The calls of an attempt and nothing else: read, claim, read the endpoint, post, record. */
export async function handler({ Records }: SQSEvent) {
  for (const { body: message } of Records) {
    const { eventId } = JSON.parse(message);
    const Key = eventKey(eventId);
    const { Item } = await ledger.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    await ledger.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: "SET attempts = :one",
        ConditionExpression: "attempts = :zero",
        ExpressionAttributeValues: { ":one": 1, ":zero": 0 },
      }),
    );
    const owner = { TableName, Key: merchantKey(String(Item?.merchantId)), ConsistentRead: true };
    const { Item: merchant } = await ledger.send(new GetCommand(owner));
    const status = await post(String(merchant?.callback.url), Buffer.from(Item?.body ?? ""));
    await ledger.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: "SET delivery = :delivered, answered = :status",
        ConditionExpression: "attempts = :one",
        ExpressionAttributeValues: { ":delivered": "delivered", ":status": status, ":one": 1 },
      }),
    );
  }
  return { batchItemFailures: [] };
}

function post(url: string, body: Buffer): Promise<number> {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", "secret").update(`${seconds}.`).update(body).digest("hex");
  const headers = { "Content-Type": "application/json", "Svc-Signature": `t=${seconds},v1=${signature}` };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject).end(body);
  });
}
