import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { close, listen } from "../../../infra/local/http-listen.ts";
import type { StackUser } from "../../support/stack-user.ts";

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const CREATE = "/v1/payments/intents";
/** Requests with the URL of a callback endpoint, the first one or a further one. */
const WITH_URL = /^(PUT \/v1\/callback-endpoints\/[^/]*|POST \/v1\/callback-endpoints)$/;
/** One of the planted mistakes: what is sent there leaves loopback. */
const OUTSIDE = "https://outside.example";
/** A budget that was spent gives one request more after the first wait. */
const WAITS = 3;
/** So many tries of 20 ms until the ledger has heard that a payment was paid. */
const TRIES = 100;

/**
 * Stands between the judge and the service. Most payments that were created are paid before their answer goes on, so
 * that they can be captured and refunded. A callback endpoint's URL becomes one on loopback. A request that is too many
 * waits as long as Retry-After says, by the service's clock, and is sent again.
 */
export async function startBetween(
  user: StackUser,
  { planted, receiverUrl }: { planted: boolean; receiverUrl: string },
) {
  let created = 0;
  const server = createServer(async (incoming, response) => {
    const sent = await buffer(incoming);
    const hasUrl = WITH_URL.test(`${incoming.method} ${incoming.url}`);
    const receiver = planted ? OUTSIDE : receiverUrl;
    let answer = await passInTime(user, incoming, hasUrl ? withReceiver(sent, receiver) : sent);
    // Every fourth stays unpaid: it can be canceled.
    if (incoming.url === CREATE && answer.status === 201 && ++created % 4 > 0) await pay(user, answer.body);
    if (planted) answer = withMistakes(incoming, answer);
    const { "content-length": _, "transfer-encoding": __, ...headers } = answer.headers;
    response.writeHead(answer.status, headers).end(answer.body);
  });
  return { url: await listen(server, 0), stop: () => close(server, 0) };
}

async function passInTime(user: StackUser, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  let answer = await pass(user.demo.baseUrl, incoming, body);
  for (let waits = 0; answer.status === 429 && waits < WAITS; waits++) {
    await user.letPass(Number(answer.headers["retry-after"]));
    answer = await pass(user.demo.baseUrl, incoming, body);
  }
  return answer;
}

function pass(base: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  const { "content-length": _, "transfer-encoding": __, ...kept } = headers;
  const length = headers["content-length"] || body.length > 0 ? { "content-length": body.length } : {};
  return new Promise((resolve, reject) => {
    const options = { method: method ?? "GET", headers: { ...kept, ...length } };
    const outgoing = request(base + url, options, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) });
    });
    outgoing.on("error", reject).end(body);
  });
}

/**
 * Any URL with a host becomes one of a receiver that takes every callback, each its own, because two endpoints cannot have the same. What
 * is no URL stays, and must be rejected.
 */
function withReceiver(sent: Buffer, receiverUrl: string): Buffer {
  try {
    const body = JSON.parse(sent.toString());
    if (typeof body?.url !== "string" || !new URL(body.url).host) return sent;
    const its = createHash("sha256").update(body.url).digest("hex").slice(0, 8);
    return Buffer.from(JSON.stringify({ ...body, url: `${receiverUrl}/?instead-of=${its}` }));
  } catch {
    return sent;
  }
}

async function pay(user: StackUser, body: Buffer): Promise<void> {
  const json = JSON.parse(body.toString()) as Record<string, unknown>;
  const { status } = await user.confirm({ json });
  for (let tries = 0; status === 200 && tries < TRIES; tries++) {
    const { json: now } = await user.api.get(json.svcPaymentId);
    if (now.status !== json.status) return;
    await pause(20);
  }
}

/** What `--planted` must find, by operation. */
function withMistakes({ method, url = "" }: IncomingMessage, answer: Answer): Answer {
  const path = `${method} ${url.split("?")[0]}`;
  if (path === "GET /v1/fee-preview" && answer.status === 200) return { ...answer, status: 203 };
  if (/^POST .*\/cancel$/.test(path)) return { ...answer, status: 500 };
  if (/^GET \/v1\/payments\/svcpay_\w+$/.test(path))
    return { ...answer, body: Buffer.from(answer.body.toString().replace(/"currency":"\w+",/, "")) };
  if (path === "GET /v1/event-types") return { ...answer, status: 429, body: Buffer.from('{"message":""}') };
  if (path === "POST /v1/onboarding/link") return { ...answer, status: 200 };
  return answer;
}
