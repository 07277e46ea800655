import type { ConsoleAccess } from "../../../shared/domain/access/console-session.ts";
import type { Answer, Outside, ProvenMerchant } from "./outside.ts";

type Link = { sessionId: string; code: string };

export async function offerLink(
  outside: Outside,
  merchant: ProvenMerchant,
  access: ConsoleAccess,
): Promise<Link> {
  const { json } = await outside.call(merchant, "POST", "/v1/console-sessions", { access });
  return { sessionId: String(json.sessionId), code: String(json.url).split("#code=")[1] ?? "" };
}

/** As a browser enters the console: a link's code, exchanged for a cookie. */
export const enter = (outside: Outside, { code }: Link): Promise<Answer> =>
  outside.send("POST", "/console/session", { code }, { headers: { Origin: outside.rehearsal.baseUrl } });

/** What the browser sends with every call of a session. */
export async function openSession(
  outside: Outside,
  merchant: ProvenMerchant,
  access: ConsoleAccess,
): Promise<Record<string, string>> {
  const entered = await enter(outside, await offerLink(outside, merchant, access));
  if (entered.status >= 300) throw new Error(`The console does not open: ${entered.status}.`);
  return {
    "Svc-Console": String(entered.json.sessionId),
    Cookie: entered.cookie,
    "Sec-Fetch-Site": "same-origin",
    Origin: outside.rehearsal.baseUrl,
  };
}

/** A person captures, refunds and cancels by hand, each of which is audited. */
export async function moveMoneyByHand(outside: Outside, merchant: ProvenMerchant): Promise<void> {
  const session = await openSession(outside, merchant, "money");
  const [held, released] = [
    await outside.sell(merchant, { captureMethod: "manual" }),
    await outside.sell(merchant, { captureMethod: "manual" }),
  ];
  await outside.untilStatus(merchant, held, "requires_capture");
  await outside.untilStatus(merchant, released, "requires_capture");
  const click = async (id: string, operation: string) => {
    const path = `/console/v1/payments/${id}/${operation}`;
    const headers = { ...session, "Idempotency-Key": `${operation}-by-hand` };
    const { status } = await outside.send("POST", path, {}, { headers });
    if (status !== 200) throw new Error(`A click on ${operation} answers ${status}.`);
  };
  await click(held, "capture");
  await outside.untilStatus(merchant, held, "succeeded");
  await click(held, "refund");
  await click(released, "cancel");
}
