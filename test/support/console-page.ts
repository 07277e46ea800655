import type { Page, Route } from "playwright-core";
import { consolePage } from "../../infra/pages/console-page.ts";
import { aSession, paymentsFound, paymentsNamed, paymentsTotal } from "./console-answers.ts";

export const CONSOLE_URL = "https://console.example/console";

/** What the service answers in a test of the page alone; changed between two looks at it. */
export type PretendedService = {
  answers: Record<string, unknown>;
  /** Instead of every answer but the session's. */
  fails?: boolean;
  /** No answer but the session's comes at all. */
  hangs?: boolean;
  /** The session is over. */
  hasEnded?: boolean;
  /** No code is good any more. */
  rejectsCodes?: boolean;
  access: Parameters<typeof aSession>[0];
  merchantName?: string;
  /** What differs in the session. */
  session?: object;
  /** Of the next page, on every list but that of what needs attention, whose count would say that there is more. */
  link?: string;
};

/** The page as it is served, under its own policy, before a service that answers what it is told to. */
export async function pretend(page: Page, service: PretendedService): Promise<void> {
  const { html, contentSecurityPolicy, parts = {} } = await consolePage();
  await page.route("**/*", (route) => {
    const url = new URL(route.request().url());
    const part = parts[url.pathname.replace("/console/parts/", "")];
    if (part !== undefined) return route.fulfill({ contentType: "text/javascript", body: part });
    if (url.pathname !== "/console") return answer(route, url, service);
    const headers = { "Content-Security-Policy": contentSecurityPolicy };
    return route.fulfill({ contentType: "text/html; charset=utf-8", headers, body: html });
  });
}

function answer(route: Route, { pathname, searchParams }: URL, service: PretendedService) {
  const { answers, fails, hangs, rejectsCodes, access, merchantName = "Corner Shop", link } = service;
  if (rejectsCodes && pathname === "/console/session") return json(route, 401, problem("It has ended."));
  if (service.hasEnded) return json(route, 401, problem("It has ended."));
  if (/^\/console(\/v1)?\/session$/.test(pathname))
    return json(route, 200, { ...aSession(access), merchantName, ...service.session });
  if (hangs) return;
  if (fails) return json(route, 503, problem("The service is not available. Try again."));
  const found = findAnswer(answers, pathname.replace("/console/v1/", ""), searchParams);
  if (found === undefined) return json(route, 404, problem("Not found."));
  if (pathname.endsWith(".csv")) return route.fulfill({ contentType: "text/csv", body: String(found) });
  return json(route, 200, found, link && !pathname.endsWith("/attention") ? { Link: link } : {});
}

function findAnswer(answers: PretendedService["answers"], path: string, query: URLSearchParams): unknown {
  const svcPaymentId = query.get("svcPaymentId");
  if (path === "payments" && svcPaymentId !== null) return paymentsNamed(svcPaymentId, answers);
  const given = Object.fromEntries(query);
  if (path === "found-payments" && !(path in answers)) return paymentsFound(given, answers);
  if (path === "payment-totals" && !(path in answers)) return paymentsTotal(given, answers);
  return answers[path];
}

const TRACE_ID = "9e1b2c3d-0000-4000-8000-00000000beef";

const problem = (detail: string) => ({ detail, traceId: TRACE_ID });

const json = (route: Route, status: number, body: unknown, headers: Record<string, string> = {}) =>
  route.fulfill({ status, contentType: "application/json", headers, body: JSON.stringify(body) });

/** In, by a link and a click. */
export async function enter(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open the console" }).click();
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
}

export const CODE = `svc_code_${"Example".repeat(10)}`;

export const LINK = `${CONSOLE_URL}#code=${CODE}`;
