import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import Stripe from "stripe";
import { eventKey, merchantKey, paymentKey } from "../../../../shared/ledger/table.ts";

const TableName = process.env.TABLE_NAME;
const ledger = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const queue = new SQSClient({});
const stripe = new Stripe("sk_test_unused");
const secret = process.env.BENCH_WEBHOOK_SECRET ?? "";
const merchantId = process.env.BENCH_MERCHANT_ID ?? "";

/** The calls of a webhook and nothing else: two reads, record, apply, send, finish. */
export async function handler({ headers, body = "" }: APIGatewayProxyEventV2) {
  const event = stripe.webhooks.constructEvent(body, headers["stripe-signature"] ?? "", secret);
  const { id, status, metadata } = event.data.object as Stripe.PaymentIntent;
  const svcPaymentId = metadata.svcPaymentId ?? "";
  await ledger.send(new GetCommand({ TableName, Key: merchantKey(merchantId), ConsistentRead: true }));
  await ledger.send(new GetCommand({ TableName, Key: paymentKey(svcPaymentId), ConsistentRead: true }));
  const Item = { ...eventKey(event.id), type: event.type, merchantId, svcPaymentId, body };
  await ledger.send(new PutCommand({ TableName, Item, ConditionExpression: "attribute_not_exists(pk)" }));
  await ledger.send(
    new UpdateCommand({
      TableName,
      Key: paymentKey(svcPaymentId),
      UpdateExpression: "SET #status = :status",
      ConditionExpression: "processorPaymentIntentId = :intent",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":status": status, ":intent": id },
    }),
  );
  const MessageBody = JSON.stringify({ eventId: event.id, deliveryRound: 1 });
  await queue.send(
    new SendMessageCommand({
      QueueUrl: process.env.CALLBACK_QUEUE_URL,
      MessageBody,
      MessageGroupId: merchantId,
    }),
  );
  await ledger.send(
    new UpdateCommand({
      TableName,
      Key: eventKey(event.id),
      UpdateExpression: "SET finishedAt = :at",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":at": Date.now() },
    }),
  );
  return { statusCode: 200, body: JSON.stringify({ received: true, forwarded: true }) };
}
