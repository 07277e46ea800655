import { ROUTES } from "../../infra/topology.ts";
import { matchingMethods } from "../../shared/contract/routes.ts";
import type { ConsoleAccess } from "../../shared/domain/access/console-session.ts";
import type { MerchantApi, Reply } from "./api.ts";
import { expectDocumented } from "./documented-answer.ts";

type Entered = { sessionId: string; cookie: string; reply: Reply };

export type TabOptions = {
  headers?: Record<string, string | undefined>;
  /** What the browser has instead of the session's own cookie. */
  cookie?: string | undefined;
};

/** Makes a link with an API key, and answers what is behind its #. */
export async function offer(api: MerchantApi, access: ConsoleAccess = "read"): Promise<string> {
  const { json } = await api.call("POST", "/v1/console-sessions", { access });
  return codeIn(json.url);
}

export const codeIn = (url: unknown): string => String(url).split("#code=")[1] ?? "";

/** The page exchanges a link's code, as a browser sends it. */
export async function exchange(
  baseUrl: string,
  code: unknown,
  headers: Record<string, string | undefined> = {},
): Promise<Entered> {
  const reply = await send(`${baseUrl}/console/session`, "POST", { Origin: baseUrl, ...headers }, { code });
  expectDocumented("POST", "/console/session", reply);
  const [cookie = ""] = reply.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return { sessionId: String(reply.json.sessionId), cookie, reply };
}

/** A tab of a browser with the console in it. */
export class ConsoleTab {
  readonly baseUrl: string;
  readonly sessionId: string;
  readonly cookie: string;

  constructor(baseUrl: string, { sessionId, cookie }: Omit<Entered, "reply">) {
    this.baseUrl = baseUrl;
    this.sessionId = sessionId;
    this.cookie = cookie;
  }

  static async open(api: MerchantApi, access: ConsoleAccess = "read"): Promise<ConsoleTab> {
    return new ConsoleTab(api.baseUrl, await exchange(api.baseUrl, await offer(api, access)));
  }

  /** `path` as the operation has it: /v1/… */
  async call(method: string, path: string, body?: unknown, options: TabOptions = {}): Promise<Reply> {
    const headers = {
      "Svc-Console": this.sessionId,
      Cookie: "cookie" in options ? options.cookie : this.cookie,
      "Sec-Fetch-Site": "same-origin",
      ...(method !== "GET" && { Origin: this.baseUrl }),
      ...options.headers,
    };
    const reply = await send(`${this.baseUrl}/console${path}`, method, headers, body);
    if (hasRoute(method, `/console${path}`)) expectDocumented(method, path, reply);
    return reply;
  }
}

/** The console has a route for some operations only; for the others the service says that there is none. */
const hasRoute = (method: string, url: string): boolean =>
  matchingMethods(ROUTES, url.split("?")[0] ?? "").includes(method);

async function send(
  url: string,
  method: string,
  headers: Record<string, string | undefined>,
  body?: unknown,
): Promise<Reply> {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const response = await fetch(url, {
    method,
    headers: { "Content-Type": "application/json", ...(Object.fromEntries(given) as Record<string, string>) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, text, json };
}
