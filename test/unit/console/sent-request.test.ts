import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { curlOf, headersText } from "../../../infra/pages/console/screens/events/sent-request.ts";
import { verifySignature } from "../../../shared/domain/access/signature.ts";

const event = {
  id: "evt_1QExample",
  type: "payment_intent.succeeded",
  svcPaymentId: `svcpay_${"0".repeat(32)}`,
};

it("an attempt shows the headers that it was sent with, and of the signatures only their form", () => {
  expect(headersText(event, { attempt: 3, payload: "processor" }).split("\n")).toEqual([
    "Content-Type: application/json",
    "Svc-Event-Type: payment_intent.succeeded",
    "Svc-Event-Id: evt_1QExample",
    "Svc-Attempt: 3",
    `Svc-Payment-Id: ${event.svcPaymentId}`,
    "Svc-Signature: t=…,v1=…",
    "webhook-id: evt_1QExample",
    "webhook-timestamp: …",
    "webhook-signature: v1,…",
  ]);
  expect(headersText({ ...event, svcPaymentId: null }, { attempt: 1, payload: "processor" })).not.toContain(
    "Svc-Payment-Id",
  );
});

it("an attempt with the service payload says so, and names the event in the service's words", () => {
  const lines = headersText(event, { attempt: 1, payload: "service" }).split("\n");
  expect(lines).toContain("Svc-Event-Type: payment.succeeded");
  expect(lines).toContain("Svc-Payload: service");
});

it("copied as curl, the request is one that a server verifies, and a hostile type stays a text", async () => {
  const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    received.push({ headers: request.headers, body });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = mkdtempSync(join(tmpdir(), "sent-request-"));
  const body = '{"id":"evt_1QExample","text":"a line\\nand ü"}';
  writeFileSync(join(folder, "event.json"), body);
  const hostile = { ...event, type: "it's;$(touch owned)`touch owned`" };
  // Without the line that fetches the body by an API key.
  const command = curlOf(hostile, { attempt: 1, payload: "processor" }, "https://pay.example")
    .split("\n")
    .filter((line) => !line.includes("API_KEY"))
    .join("\n");
  const URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const SECRET = "whsec_c2FtcGxlIHNlY3JldCBvZiAzMiBieXRlcywgcmlnaHQ=";
  await promisify(execFile)("sh", ["-ec", command], {
    cwd: folder,
    env: { PATH: process.env.PATH, URL, SECRET },
  });
  server.closeAllConnections();
  server.close();
  const [request] = received;
  expect(request?.body.toString()).toBe(body);
  expect(request?.headers["svc-event-type"]).toBe(hostile.type);
  const message = {
    rawBody: request?.body ?? Buffer.of(),
    header: String(request?.headers["svc-signature"]),
  };
  expect(verifySignature(message, [SECRET], Math.floor(Date.now() / 1000))).toBe("valid");
});

it("the command fetches the event's own body by an API key, into the file that is sent", () => {
  const lines = curlOf(event, { attempt: 1, payload: "processor" }, "https://pay.example").split("\n");
  expect(lines[1]).toBe(
    `curl -s 'https://pay.example/v1/events/evt_1QExample' -H "X-Api-Key: $API_KEY" | jq -j .body > event.json`,
  );
  expect(lines.at(-1)).toBe("  --data-binary @event.json");
});
