#!/usr/bin/env node
/// <reference types="node" />
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createPaymentsClient, type Followed, type FollowOptions, type PaymentsClient } from "./client.ts";
import { standardKeyOf } from "./signatures.ts";
import { signatureHeaders } from "./testing.ts";

/*
 * payments-client listen --forward http://localhost:3000/callbacks
 *
 * Follows the feed of events and posts each to a server on this machine, as the service would: in the endpoint's payload
 * and signed, with a secret of its own that it prints. So a developer needs no public address.
 */

const USAGE =
  "payments-client listen --forward http://localhost:3000/callbacks [--base-url URL] [--key-file FILE] [--state FILE] [--secret SECRET] [--live]";

const STATE_FILE = ".payments-listen";
const BASE_URL = "http://localhost:8787";

const HELP = `Forward events to a server on this machine, signed as the service signs them.

Usage: ${USAGE}

Options:
  --forward URL    where each event is posted: an address on this machine (required)
  --base-url URL   the service (default: PAYMENTS_BASE_URL, or ${BASE_URL})
  --key-file FILE  a file with the API key (default: the key in PAYMENTS_API_KEY)
  --state FILE     where position and signing secret are kept (default: ${STATE_FILE})
  --secret SECRET  sign with this secret, whsec_… (default: one that is made at the first start and kept)
  --live           allow a live key with a service that is not on this machine
  --help           show this text`;

export type Surroundings = {
  env: Record<string, string | undefined>;
  print: (line: string) => void;
  fetch: typeof fetch;
  signal?: AbortSignal;
  pollMs?: number;
};

export class Rejection extends Error {
  override readonly name = "Rejection";
}

export async function listen(argv: readonly string[], surroundings: Surroundings): Promise<void> {
  const { print, signal, pollMs = 1000 } = surroundings;
  const { values, positionals } = parse(argv);
  if (values.help) return print(HELP);
  const { forward, baseUrl, apiKey, stateFile, ...given } = settingsOf(values, positionals, surroundings.env);
  const client = createPaymentsClient({ baseUrl, apiKey, fetch: surroundings.fetch });
  // From here on another listener may continue from the same file.
  const { secret: keptSecret, ...place } = readPlace(stateFile);
  const secret = given.secret ?? keptSecret ?? `whsec_${randomBytes(32).toString("base64")}`;
  savePlace(stateFile, { ...place, secret });
  print(`Listening at ${baseUrl}, forwarding to ${forward.href}`);
  print(`Signing secret: ${secret}`);
  if (!place.after && !place.seen)
    print("There is no saved position. Events of the last 90 days come first.");
  const options = { ...place, pollMs, ...(signal && { signal }) };
  const withoutEndpoint = await findTypesWithoutEndpoint(client);
  if (withoutEndpoint) print("There is no callback endpoint. The default event types are forwarded.");
  for await (const followed of client.events.follow({ ...options, include: "body" })) {
    const { type, delivery } = followed.event;
    const isMeant = delivery !== "none" || withoutEndpoint?.has(type);
    const line = isMeant && (await post(followed, { forward, secret, fetch: surroundings.fetch }));
    if (line) print(line);
    savePlace(stateFile, { after: followed.cursor, seen: followed.seen(), secret });
  }
}

/**
 * A merchant without an endpoint gets what an endpoint with default settings would be sent. undefined: there is an
 * endpoint, and each event says whether it was chosen.
 */
async function findTypesWithoutEndpoint(client: PaymentsClient): Promise<Set<string> | undefined> {
  if ((await client.listCallbackEndpoints()).length > 0) return undefined;
  const types = await client.listEventTypes();
  return new Set(types.filter(({ defaultFor }) => defaultFor.includes("processor")).map(({ name }) => name));
}

type Settings = { forward: URL; baseUrl: string; apiKey: string; stateFile: string; secret?: string };

function settingsOf(
  values: ReturnType<typeof parse>["values"],
  positionals: string[],
  env: Surroundings["env"],
): Settings {
  if (positionals.join() !== "listen" || !values.forward) throw new Rejection(`Usage: ${USAGE}`);
  const forward = addressOf(values.forward);
  if (!forward || !isLoopback(forward))
    throw new Rejection(`${values.forward} is not on this machine. Events are forwarded to localhost only.`);
  const baseUrl = values["base-url"] ?? env.PAYMENTS_BASE_URL ?? BASE_URL;
  const apiKey = values["key-file"] ? readKey(values["key-file"]) : env.PAYMENTS_API_KEY?.trim();
  if (!apiKey) throw new Rejection("There is no API key. Set PAYMENTS_API_KEY or use --key-file.");
  const base = addressOf(baseUrl);
  if (!base) throw new Rejection(`${baseUrl} is not a URL.`);
  if (apiKey.startsWith("svc_live_") && !isLoopback(base) && !values.live)
    throw new Rejection(
      "This is a key of a deployed service, with events of real customers. Pass --live to confirm.",
    );
  const { secret } = values;
  if (secret !== undefined && !standardKeyOf(secret))
    throw new Rejection("--secret must be whsec_ and then 24 to 64 bytes in base64.");
  const stateFile = resolve(values.state ?? STATE_FILE);
  return { forward, baseUrl, apiKey, stateFile, ...(secret !== undefined && { secret }) };
}

const addressOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

function parse(argv: readonly string[]) {
  // A command line is seen by every process of the machine, and kept by the shell.
  if (argv.some((argument) => /svc_(live|test)_/.test(argument)))
    throw new Rejection(
      "A key on the command line is visible to others. Set PAYMENTS_API_KEY or use --key-file.",
    );
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        forward: text,
        "base-url": text,
        "key-file": text,
        state: text,
        secret: text,
        live: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch {
    throw new Rejection(`Usage: ${USAGE}`);
  }
}

function readKey(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    throw new Rejection(`The key file ${file} cannot be read.`);
  }
}

/** `localhost` and literal addresses only: other names may change. */
const isLoopback = ({ protocol, hostname }: URL): boolean =>
  /^https?:$/.test(protocol) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

const TIMEOUT_MS = 10_000;

async function post(
  { event: { id, type, svcPaymentId, body } }: Followed,
  { forward, secret, fetch: send }: { forward: URL; secret: string; fetch: typeof fetch },
): Promise<string | undefined> {
  if (!body) return undefined;
  const told: { payload?: string; type?: string } = JSON.parse(body);
  const isService = told.payload === "service";
  const seconds = Math.floor(Date.now() / 1000);
  const headers = {
    "Content-Type": "application/json",
    "Svc-Event-Id": id,
    "Svc-Event-Type": isService ? String(told.type) : type,
    "Svc-Attempt": "1",
    ...(svcPaymentId !== null && { "Svc-Payment-Id": svcPaymentId }),
    ...(isService && { "Svc-Payload": "service" }),
    ...(await signatureHeaders({ eventId: id, seconds, rawBody: body }, secret)),
  };
  const started = performance.now();
  const answer = await send(forward, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    ({ status, body }) => {
      // What is not read would keep its connection.
      body?.cancel().catch(() => {});
      return String(status);
    },
    ({ name, cause }: Error) => (cause as { code?: string } | undefined)?.code ?? name,
  );
  return `${answer}  ${headers["Svc-Event-Type"]}  ${id}  ${Math.round(performance.now() - started)} ms`;
}

/** The secret is kept, so that a restart needs no change of the server that it forwards to. */
type Place = Pick<FollowOptions, "after" | "seen"> & { secret?: string };

function readPlace(file: string): Place {
  if (!existsSync(file)) return {};
  try {
    const { after, seen, secret }: Place = JSON.parse(readFileSync(file, "utf8"));
    return {
      ...(after && { after }),
      ...(seen && { seen: seen.map(String) }),
      ...(secret && { secret: String(secret) }),
    };
  } catch {
    throw new Rejection(`${file} is not a valid state file. Delete it to start again.`);
  }
}

/**
 * Ids, a cursor and the secret. Written to a temporary file and renamed, so that it is never half written. The temporary
 * name is unique, because a second listener may run in the same folder.
 */
function savePlace(file: string, place: Place): void {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, `${JSON.stringify(place)}\n`, { mode: 0o600 });
  renameSync(beside, file);
}

async function main(): Promise<void> {
  process.once("SIGINT", () => process.exit(0));
  try {
    const print = (line: string) => process.stdout.write(`${line}\n`);
    await listen(process.argv.slice(2), { env: process.env, print, fetch });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** npm installs a command as a link, and the command line names the link. */
const isCommand = (path = ""): boolean =>
  existsSync(path) && pathToFileURL(realpathSync(path)).href === import.meta.url;

if (isCommand(process.argv[1])) await main();
