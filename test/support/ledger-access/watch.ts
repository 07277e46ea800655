import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { formatAccess, ledgerAccessOf } from "../../../infra/ledger-access.ts";
import { currentFunction } from "../../../infra/local/current-function.ts";
import { accessesOf } from "./observe.ts";

/**
 * Stands where IAM stands on AWS: what a function asks of the table passes here, and is rejected when its role would not
 * allow it. With RECORD_LEDGER_ACCESS everything passes and is written down in that folder.
 */
const recordingTo = process.env.RECORD_LEDGER_ACCESS;
const seen = new Set<string>();

type Send = (
  this: DynamoDBDocumentClient,
  command: Parameters<typeof accessesOf>[0],
  ...rest: unknown[]
) => unknown;

const prototype = DynamoDBDocumentClient.prototype as unknown as { send: Send };
const send = prototype.send;

prototype.send = function watched(command, ...rest) {
  const functionName = currentFunction.getStore();
  // Without one it is a test that looks, or an operator's flow that a test calls.
  if (functionName) for (const access of accessesOf(command)) pass(functionName, formatAccess(access));
  return send.call(this, command, ...rest);
};

const allowed = new Map<string, ReadonlySet<string>>();

function allowedTo(functionName: string): ReadonlySet<string> {
  const known = allowed.get(functionName) ?? new Set(ledgerAccessOf(functionName).map(formatAccess));
  allowed.set(functionName, known);
  return known;
}

function pass(functionName: string, access: string): void {
  if (recordingTo) {
    record(recordingTo, `${functionName} ${access}`);
    return;
  }
  if (allowedTo(functionName).has(access)) return;
  const message = `The role of ${functionName} does not allow ${access}. If it should: npm run ledger-access -- <this test file>.`;
  console.error(message);
  throw Object.assign(new Error(message), { name: "AccessDeniedException" });
}

function record(folder: string, line: string): void {
  if (seen.has(line)) return;
  seen.add(line);
  appendFileSync(join(folder, `${process.pid}-${process.env.VITEST_POOL_ID ?? "0"}.txt`), `${line}\n`);
}
