import type { Server } from "node:http";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { Simulator } from "../simulator/simulator.ts";
import { type Demo, prepareDemo, readCallbackSecret } from "./demo.ts";
import { demoDispute } from "./demo-dispute.ts";
import { DemoReceiver } from "./demo-receiver.ts";
import { demoShop } from "./demo-shop.ts";
import { type AccessLine, createGateway, type FindRoute } from "./gateway.ts";
import { listen } from "./http-listen.ts";
import type { SideDoor } from "./side-doors.ts";
import { signIn } from "./sign-in.ts";
import type { LocalSecrets } from "./state.ts";

export type DemoOptions = {
  stateDir: string;
  port: number;
  processorUrl: string;
  secrets: LocalSecrets;
  findRoute: FindRoute;
  onAccess?: ((line: AccessLine) => void) | undefined;
  onListening?: () => void;
};

/** Opens the gateway, with the demo's own pages beside the service's routes, and prepares the demo merchant behind it. */
export async function openDemo(
  options: DemoOptions,
): Promise<{ gateway: Server; baseUrl: string; demo: Demo }> {
  const { stateDir, port, processorUrl, secrets, findRoute, onAccess, onListening } = options;
  const receiver = new DemoReceiver(stateDir, readCallbackSecret);
  let demo: Demo | undefined;
  const sideDoors = {
    here: [
      showStarting(() => demo),
      receiver.showCallbacks,
      demoDocs(() => demo?.apiKey ?? ""),
      demoShop(() => demo, receiver),
      demoDispute(() => demo),
      signIn(() => demo),
    ],
    everywhere: [receiver.takeCallback],
  };
  const gateway = createGateway(findRoute, { onAccess, sideDoors });
  const baseUrl = await listen(gateway, port);
  onListening?.();
  demo = await prepareDemo({ stateDir, baseUrl, processorUrl, secrets });
  receiver.secret = demo.callbackSecret;
  return { gateway, baseUrl, demo };
}

const FIRST_SCREENS = ["/", "/demo/shop", "/demo/docs"];

/** For a browser that was opened before the demo merchant is ready. */
export const showStarting =
  (demo: () => Demo | undefined): SideDoor =>
  ({ request, path }) => {
    if (demo() || request.method !== "GET" || !FIRST_SCREENS.includes(path)) return undefined;
    return {
      statusCode: 503,
      headers: { "Content-Type": "text/plain", Refresh: "1" },
      body: "The service is starting. This page reloads by itself.\n",
    };
  };

/** To be called last: what the simulator has to tell from an earlier run must find the whole stack running. */
export function startWebhooks(simulator: Simulator, { webhookUrl: url, webhookSecret: secret }: Demo): void {
  simulator.setWebhooks([
    { url, secret, connect: true },
    { url, secret, connect: false },
    { url, secret, connect: true, thin: true },
  ]);
}

const DEMO_DOCS_PATH = "/demo/docs";

/** An API key in a browser: on this machine only. */
const demoDocs =
  (apiKey: () => string): SideDoor =>
  ({ request, path }) => {
    if (path !== DEMO_DOCS_PATH || request.method !== "GET") return undefined;
    return docsWith(apiKey());
  };

async function docsWith(apiKey: string): Promise<APIGatewayProxyStructuredResultV2> {
  const { referencePage } = await import("../pages/reference-page.ts");
  const { html, contentSecurityPolicy, cacheControl } = referencePage({ apiKey });
  return {
    statusCode: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": cacheControl,
      "Content-Security-Policy": contentSecurityPolicy,
    },
    body: html,
  };
}
