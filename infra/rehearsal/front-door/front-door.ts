import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { pipeline } from "node:stream/promises";
import { inspect } from "node:util";
import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { Request } from "../policies/policy.ts";
import { requestsOf, type TableKeys } from "../policies/table-request.ts";
import { ACCOUNT, REGION } from "../template/identities.ts";
import type { Caller, Judge } from "./judge.ts";

/*
 * Every call to DynamoDB, SQS and Secrets Manager passes here. The signature says who calls, the judge whether the
 * role allows it. Allowed calls go on to the embedded server unchanged.
 */

export type KeptSecret = { arn: string; value: string; write: (value: string) => void };

export type FrontDoorOptions = {
  judge: Judge;
  callers: ReadonlyMap<string, Caller>;
  tables: readonly (TableKeys & { name: string })[];
  /** By its name or its ARN. */
  findSecret: (id: string) => KeptSecret | undefined;
  servers: { dynamodb: string; sqs: string };
  /** Of a call that nobody can judge or pass on: who made it may hide the error. */
  onFailure: (line: string) => void;
  /** Runs right before an allowed call, to simulate a race. */
  beforeCall?: BeforeCall | undefined;
};

export type BeforeCall = (caller: string, asked: Request) => Promise<void>;

type Call = { service: string; operation: string; body: Buffer; input: Record<string, unknown> };

export const createFrontDoor = (options: FrontDoorOptions): Server =>
  createServer((request, response) => {
    pass(request, response, options).catch((error: unknown) => {
      // The caller has gone, as a poller does when it is stopped.
      if (response.destroyed) return;
      options.onFailure(error instanceof NotRehearsable ? error.message : inspect(error));
      answer(response, 500, { __type: "InternalFailure", message: String(error) });
    });
  });

async function pass(request: IncomingMessage, response: ServerResponse, options: FrontDoorOptions) {
  const { accessKey, service } = credentialOf(request.headers);
  const caller = options.callers.get(accessKey);
  if (!caller) return answer(response, 400, { __type: "UnrecognizedClientException", message: accessKey });
  const call = await readCall(request, service);
  for (const asked of questionsOf(call, options)) {
    if (!options.judge.allows(caller, asked)) return deny(response, caller, asked);
    await options.beforeCall?.(caller.name, asked);
  }
  if (service === "secretsmanager") return answerSecret(response, call, options);
  return forward(request, response, { body: call.body, to: serverOf(service, options) });
}

/** "Credential=payments-dev-webhook/20260101/us-east-1/dynamodb/aws4_request". */
function credentialOf({ authorization = "" }: IncomingHttpHeaders): { accessKey: string; service: string } {
  const [, accessKey, service] =
    /Credential=([^/]+)\/\d+\/[^/]+\/([^/]+)\/aws4_request/.exec(authorization) ?? [];
  if (accessKey && service) return { accessKey, service };
  throw new NotRehearsable("A call came without a signature, so its caller is unknown.");
}

async function readCall(request: IncomingMessage, service: string): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const operation =
    String(request.headers["x-amz-target"] ?? "")
      .split(".")
      .at(-1) ?? "";
  return { service, operation, body, input: JSON.parse(body.toString("utf8") || "{}") };
}

function questionsOf({ service, operation, input }: Call, options: FrontDoorOptions): Request[] {
  switch (service) {
    case "dynamodb":
      return requestsOf(operation, input, (name) => options.tables.find((table) => table.name === name));
    case "sqs":
      return [{ action: `sqs:${rightFor(operation)}`, resource: queueArn(input), context: {} }];
    case "secretsmanager": {
      const { arn } = options.findSecret(String(input.SecretId)) ?? { arn: String(input.SecretId) };
      return [{ action: `secretsmanager:${operation}`, resource: arn, context: {} }];
    }
    default:
      throw new NotRehearsable(`${service} is not rehearsed, and was asked for ${operation}.`);
  }
}

/** A batch needs the right to its parts. */
const rightFor = (operation: string): string => operation.replace(/Batch$/, "");

const queueArn = ({ QueueUrl = "" }: { QueueUrl?: unknown }): string =>
  `arn:aws:sqs:${REGION}:${ACCOUNT}:${String(QueueUrl).split("/").at(-1)}`;

const serverOf = (service: string, { servers }: FrontDoorOptions): string =>
  service === "sqs" ? servers.sqs : servers.dynamodb;

function deny(response: ServerResponse, { role }: Caller, { action, resource }: Request): void {
  const message = `User: ${role.arn} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
  answer(response, 400, { __type: "AccessDeniedException", message, Message: message });
}

function answerSecret(response: ServerResponse, { operation, input }: Call, options: FrontDoorOptions): void {
  const id = String(input.SecretId);
  const secret = options.findSecret(id);
  const named = { ARN: secret?.arn, Name: id };
  if (secret && operation === "GetSecretValue") {
    answer(response, 200, { ...named, SecretString: secret.value });
  } else if (secret && operation === "PutSecretValue") {
    secret.write(String(input.SecretString));
    answer(response, 200, named);
  } else {
    answer(response, 400, { __type: "ResourceNotFoundException", message: id });
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/x-amz-json-1.1" });
  response.end(JSON.stringify(body));
}

type Onward = { body: Buffer; to: string };

async function forward(request: IncomingMessage, response: ServerResponse, onward: Onward): Promise<void> {
  const answered = await sendOn(request, onward);
  response.writeHead(answered.statusCode ?? 500, answered.headers);
  await pipeline(answered, response);
}

/** Each on a connection of its own: a kept one may be closing on the other side. */
function sendOn(request: IncomingMessage, { body, to }: Onward): Promise<IncomingMessage> {
  const kept = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
  const headers = { ...Object.fromEntries(kept), "content-length": body.length };
  return new Promise((resolve, reject) => {
    const onward = httpRequest(`${to}${request.url}`, { method: request.method, headers, agent: false });
    onward.once("error", reject);
    onward.once("response", resolve);
    onward.end(body);
  });
}

const HOP_BY_HOP = ["host", "connection", "content-length", "transfer-encoding", "keep-alive", "expect"];
