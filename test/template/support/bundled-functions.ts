import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Bundle, type Bundles, bundleFunctions } from "../../../infra/aws/bundle/bundle-functions.ts";
import { FUNCTIONS } from "../../../infra/topology.ts";
import { oncePerRun } from "../../support/once-per-run.ts";

/** Bundled once, for all test files of a run. */
export const bundleAll = async (): Promise<Bundles> =>
  new Map(
    await oncePerRun("bundles", async (folder) => [...(await bundleFunctions(FUNCTIONS, folder)).entries()]),
  );

export function bundleNamed(bundles: Bundles, name: string): Bundle {
  const bundle = bundles.get(name);
  if (!bundle) throw new Error(`There is no bundle for ${name}`);
  return bundle;
}

/** Loads the bundle and calls its handler, as Lambda does; the answer is the last line, after any log lines. */
const INVOKE = `
  const [bundle, event] = process.argv.slice(1);
  const { handler } = require(bundle);
  handler(JSON.parse(event), { getRemainingTimeInMillis: () => 20_000 }).then((answer) => {
    const loadedFetch = process.moduleLoadList.some((name) => name.endsWith("/undici"));
    // A long answer is still on its way when write returns.
    process.stdout.write("\\n" + JSON.stringify({ answer, loadedFetch }) + "\\n", () => process.exit());
  });
`;

type Request = {
  headers?: Record<string, string>;
  routeKey?: string;
  body?: object;
  pathParameters?: Record<string, string>;
};

type LambdaAnswer = { statusCode: number; headers: Record<string, string>; body: string };

export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** Node's own fetch costs a quarter of a cold start once anything touches it. */
  loadedFetch: boolean;
};

/** What the API gives a function. */
const eventOf = (request: Request) => ({
  routeKey: request.routeKey,
  rawPath: "/",
  requestContext: { domainName: "api.example.com", http: { method: "POST", path: "/" } },
  headers: { "content-type": "application/json", ...request.headers },
  pathParameters: request.pathParameters,
  body: JSON.stringify(request.body ?? {}),
  isBase64Encoded: false,
});

/** One request to a function behind the API. */
export async function invoke(bundle: Bundle, request: Request, env: NodeJS.ProcessEnv): Promise<Answer> {
  const { answer, loadedFetch } = await runHandler(bundle, eventOf(request), env);
  const { statusCode: status, headers, body } = answer as LambdaAnswer;
  return { status, headers, body: JSON.parse(body), loadedFetch };
}

export const invokeWith = async (bundle: Bundle, event: object, env: NodeJS.ProcessEnv): Promise<unknown> =>
  (await runHandler(bundle, event, env)).answer;

/** In a process of its own, which has the bundle, this environment and nothing else: no node_modules either. */
async function runHandler(
  bundle: Bundle,
  event: object,
  env: NodeJS.ProcessEnv,
): Promise<{ answer: unknown; loadedFetch: boolean }> {
  const { directory: cwd } = bundle;
  return lastLineOf(await runCode(INVOKE, [join(cwd, "index.cjs"), JSON.stringify(event)], { cwd, env }));
}

/** Answers of each bundle, in turn, what it exports and what it said to its event; or why it could not. */
const START_EACH = `
  const context = { getRemainingTimeInMillis: () => 20_000 };
  const start = async ({ directory, event }) => {
    process.chdir(directory);
    const loaded = require(directory + "/index.cjs");
    return { exports: Object.keys(loaded), ...(event && { answer: await loaded.handler(event, context) }) };
  };
  const startEach = async (all) => {
    const told = [];
    for (const one of all) told.push(await start(one).catch((error) => ({ error: String(error) })));
    process.stdout.write("\\n" + JSON.stringify(told) + "\\n", () => process.exit());
  };
  startEach(JSON.parse(process.argv[1]));
`;

export type Start = { exports?: string[]; answer?: LambdaAnswer; error?: string };

/**
 * Many functions' first requests, or their loading alone, in one process: a bundle holds all its modules itself, so none
 * can lean on another's, and a process takes longer to start than a function.
 */
export async function startEach(
  starts: readonly { bundle: Bundle; request?: Request }[],
  env: NodeJS.ProcessEnv,
): Promise<Start[]> {
  const given = starts.map(({ bundle: { directory }, request }) => ({
    directory,
    ...(request && { event: eventOf(request) }),
  }));
  return lastLineOf(await runCode(START_EACH, [JSON.stringify(given)], { cwd: tmpdir(), env }));
}

const lastLineOf = <T>(stdout: string): T => JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as T;

async function runCode(
  code: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const line = ["--input-type=commonjs", "-e", code, ...args];
  return (await promisify(execFile)(process.execPath, line, options)).stdout;
}
