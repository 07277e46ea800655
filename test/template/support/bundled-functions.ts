import { execFile } from "node:child_process";
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

/** One request to a function behind the API. */
export async function invoke(bundle: Bundle, request: Request, env: NodeJS.ProcessEnv): Promise<Answer> {
  const event = {
    routeKey: request.routeKey,
    rawPath: "/",
    requestContext: { domainName: "api.example.com", http: { method: "POST", path: "/" } },
    headers: { "content-type": "application/json", ...request.headers },
    pathParameters: request.pathParameters,
    body: JSON.stringify(request.body ?? {}),
    isBase64Encoded: false,
  };
  const { answer, loadedFetch } = await runHandler(bundle, event, env);
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
  const stdout = await run(INVOKE, bundle, env, JSON.stringify(event));
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

const LIST_EXPORTS = "console.log(JSON.stringify(Object.keys(require(process.argv[1]))))";

/** A cold start without a request. */
export const exportsOf = async (bundle: Bundle, env: NodeJS.ProcessEnv): Promise<string[]> =>
  JSON.parse(await run(LIST_EXPORTS, bundle, env));

async function run(code: string, bundle: Bundle, env: NodeJS.ProcessEnv, ...more: string[]): Promise<string> {
  const args = ["--input-type=commonjs", "-e", code, join(bundle.directory, "index.cjs"), ...more];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: bundle.directory, env });
  return stdout;
}
