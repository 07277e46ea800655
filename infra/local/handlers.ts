import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { tableAccessOf } from "../ledger-access.ts";
import { FUNCTIONS, type FunctionSpec, PAGE_VARIABLES } from "../topology.ts";
import { findBestRoute } from "./best-route.ts";
import type { RunningFunctions } from "./current-function.ts";
import { setEnvironment } from "./environment.ts";
import type { FindRoute } from "./gateway.ts";
import { type InvocationContext, startInvocation } from "./invocation-context.ts";

export type Handler = (
  event: APIGatewayProxyEventV2,
  context: InvocationContext,
) => Promise<APIGatewayProxyStructuredResultV2>;

type Loading = {
  functions: RunningFunctions;
  pageFolder: string;
  /** true: loaded at the first invocation, which is the cold start. */
  onDemand: boolean;
};

/** Functions read their environment while they load, so it must be set by then. */
export async function loadHandlers(loading: Loading): Promise<Map<string, Handler>> {
  const all = FUNCTIONS.map((spec) => prepareFunction(spec, loading));
  if (!loading.onDemand) await Promise.all(all.map(({ load }) => load()));
  return new Map(all.map(({ name, handler }) => [name, handler]));
}

function prepareFunction(spec: FunctionSpec, { functions, pageFolder }: Loading) {
  const { name } = spec;
  let loaded: ReturnType<typeof loadFunction> | undefined;
  const load = () => {
    loaded ??= loadFunction(spec, pageFolder);
    return loaded;
  };
  const handler: Handler = (event, context) => {
    const invoke = async () => (await load()).handler(event, context);
    return functions.run({ name, onlyReads: onlyReads(spec) }, invoke);
  };
  return { name, load, handler };
}

async function loadFunction(
  { entry, page }: FunctionSpec,
  pageFolder: string,
): Promise<{ handler: Handler }> {
  if (page) {
    // As the bundler does for Lambda.
    const { pageFile, pageFileName } = await import("../pages/page-file.ts");
    const file = join(pageFolder, pageFileName(page));
    writeFileSync(file, await pageFile(page));
    setEnvironment({ [PAGE_VARIABLES[page]]: file });
  }
  return import(new URL(`../../${entry}`, import.meta.url).href);
}

/** A function that can neither write nor send leaves no work behind. */
const onlyReads = ({ name, sends = [] }: FunctionSpec): boolean =>
  tableAccessOf(name) !== "read-write" && sends.length === 0;

/** The topology's routes; whatever none of them fits goes to the function that takes the rest. */
export function routeHandlers(handlers: ReadonlyMap<string, Handler>): FindRoute {
  const routes = FUNCTIONS.flatMap((spec) => spec.routes.map((route) => ({ ...route, target: spec })));
  const fallback = FUNCTIONS.find(({ isDefaultRoute }) => isDefaultRoute);
  if (!fallback) throw new Error("The topology has no default function.");
  const answerOf = ({ name, timeoutSeconds }: FunctionSpec) => {
    const handler = handlers.get(name);
    if (!handler) throw new Error(`No handler for ${name}`);
    return (event: APIGatewayProxyEventV2) => handler(event, startInvocation(timeoutSeconds));
  };
  return (method, path) => {
    const best = findBestRoute(routes, method, path);
    const { target, ...route } = best ?? { target: fallback, key: "$default", parameters: {} };
    return { ...route, answer: answerOf(target) };
  };
}
