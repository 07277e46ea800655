import crypto from "node:crypto";
import module, { registerHooks } from "node:module";
import timers from "node:timers";
import { fileURLToPath } from "node:url";
import { plantedSource } from "./planted/plant.ts";
import type { Timer } from "./world/clock.ts";
import { current, invocations, isRunning, timeHere } from "./world/simulation.ts";
import { watchedMap } from "./world/watched-map.ts";

/*
 * Loaded before anything of the service: from here on the modules that talk to the outside are the simulation's, and
 * time and chance are virtual. The service itself has no switch for this and does not know of it.
 */

const fake = (file: string): string => new URL(`./fakes/${file}`, import.meta.url).href;

const REPLACED_FILES: Record<string, string> = {
  "/shared/ledger/client.ts": fake("ledger-client.ts"),
  "/shared/callbacks/post.ts": fake("post.ts"),
  "/infra/simulator/storage/store.ts": fake("simulator-store.ts"),
};

const REPLACED_PACKAGES: Record<string, string> = {
  "@aws-sdk/client-sqs": fake("sqs.ts"),
  "@aws-sdk/client-secrets-manager": fake("secrets-manager.ts"),
  stripe: fake("stripe.ts"),
  "node:zlib": fake("zlib.ts"),
};

const ROOT = new URL("../../", import.meta.url).href;

/** The service itself, and what its roles are made of. */
const PLANTABLE = ["shared/", "functions/", "infra/ledger-access.json"];

registerHooks({
  resolve(specifier, context, next) {
    const inShared = context.parentURL?.startsWith(`${ROOT}shared/`);
    const replaced = inShared ? REPLACED_PACKAGES[specifier] : undefined;
    if (replaced) return { url: replaced, shortCircuit: true };
    const resolved = next(specifier, context);
    const file = resolved.url.startsWith(ROOT)
      ? REPLACED_FILES[resolved.url.slice(ROOT.length - 1)]
      : undefined;
    return file ? { url: file, shortCircuit: true } : resolved;
  },
  load(url, context, next) {
    const loaded = next(url, context);
    if (!PLANTABLE.some((folder) => url.startsWith(`${ROOT}${folder}`))) return loaded;
    const path = url.slice(ROOT.length);
    const given = String(loaded.source ?? "");
    const source = withWatchedMaps(path, plantedSource(path, given));
    return source === given ? loaded : { ...loaded, source };
  },
});

/** Empty where it is declared, at the module's own level: a warm function fills it from one request to the next. */
const MEMORY = /^(?:export )?(?:const|let) (\w+)[^=\n]* = new (?:Map|Set|WeakMap)\b.*\(\);$/gm;
const SHARED_MAP = /^const \w+ = new Map<.*>\(\);$/;

/**
 * What a warm function remembers dies with it, and two functions do not share it: that is kept with the invocation's
 * memory (shared/runtime/invocation.ts). Here all functions have one process, so a map beside it would be everybody's; it is
 * watched, and what one function finds of another's is a violation.
 */
function withWatchedMaps(path: string, source: string): string {
  return source.replace(MEMORY, (declared, name: string) => {
    if (!SHARED_MAP.test(declared))
      throw new Error(`${fileURLToPath(ROOT)}${path} has a memory of a new kind: ${declared}`);
    return `const ${name} = globalThis.watchedMap("${name}");`;
  });
}

Object.assign(globalThis, { watchedMap });

const { signatureClock, warmMemory } = await import("../../shared/runtime/invocation.ts");
warmMemory.here = () => invocations.getStore()?.memory ?? new Map();

// Errors are part of every day here, and their stacks are read by nobody, but in a story (command.ts).
Error.stackTraceLimit = 0;

// Time: each function's own.
const realNow = Date.now;
Date.now = () => (isRunning() ? timeHere() : realNow());
signatureClock.nowMs = () => Date.now();

// Chance: the seed's.
const bytesOf = (size: number): Buffer => {
  const { number } = current().chance("tokens");
  const bytes = Buffer.allocUnsafe(Math.ceil(size / 4) * 4);
  for (let place = 0; place < bytes.length; place += 4)
    bytes.writeUInt32LE(Math.floor(number() * 2 ** 32), place);
  return bytes.subarray(0, size);
};
const realRandom = Math.random;
Math.random = () => (isRunning() ? current().chance("tokens").number() : realRandom());
const uuid = (): string => {
  const hex = bytesOf(16).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
const realBytes = crypto.randomBytes;
const realUuid = crypto.randomUUID;
Object.assign(crypto, {
  randomUUID: () => (isRunning() ? uuid() : realUuid()),
  randomBytes: (size: number) => (isRunning() ? bytesOf(size) : realBytes(size)),
});

// Timers: virtual while a seed runs.
const realSetTimeout = globalThis.setTimeout;
const realClearTimeout = globalThis.clearTimeout;
const setVirtual = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
  if (!isRunning()) return realSetTimeout(run, ms, ...given);
  const owner = invocations.getStore();
  const { clock } = current();
  // Run by a promise, it runs where the timer was set, and not where the clock goes.
  let timer: Timer | undefined;
  void new Promise<void>((resolve) => {
    // The timers of a function die with it.
    timer = clock.after(ms, () => !owner?.isDead && resolve());
  }).then(() => run(...given));
  return timer;
};
const clearVirtual = (timer: { cancel?: () => void } | undefined) =>
  timer?.cancel ? timer.cancel() : realClearTimeout(timer as NodeJS.Timeout | undefined);
Object.assign(globalThis, { setTimeout: setVirtual, clearTimeout: clearVirtual });
Object.assign(timers, { setTimeout: setVirtual, clearTimeout: clearVirtual });
module.syncBuiltinESMExports();

Object.assign(process.env, {
  ENVIRONMENT: "simulation",
  TABLE_NAME: "ledger",
  PROCESSOR_SECRET_ID: "processor",
  WEBHOOK_SECRET_ID: "webhook",
  CALLBACK_KEY_SECRET_ID: "callback-key",
  DEFAULT_FEE_POLICY: JSON.stringify({
    bps: 250,
    byCurrency: { usd: { fixedCents: 30, minCents: 0, maxCents: null } },
  }),
  ACCOUNTS_API: "v1",
  ACCOUNTS_CONTACT_EMAIL: "accounts@example.com",
  CONSOLE_TYPED_ABOVE: JSON.stringify({ usd: 10_000, eur: 10_000 }),
  METRICS: "off",
  AWS_REGION: "us-east-1",
});

const { logOutput } = await import("../../shared/runtime/logger.ts");
logOutput.write = (await import("./fakes/log-line.ts")).writeLine;

// Which API makes accounts is the seed's. On some days each request is of a release with another setting: what was begun
// with one API must be finished with it.
const { accountsConfig } = await import("../../shared/runtime/config.ts");
Object.defineProperty(accountsConfig(), "ACCOUNTS_API", {
  get: () => current().accountsApi(),
});
