import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { EVENT_ID, PAYMENT_ID } from "../../shared/domain/id-forms.ts";
import type { Demo } from "./demo.ts";
import { askService, ServiceRejection } from "./shop/ask-service.ts";
import type { SideDoor } from "./side-doors.ts";

type Result = APIGatewayProxyStructuredResultV2;

/**
 * `GET /` opens the demo merchant's console by a one-time link, the only way in. `?to=payments/svcpay_…` or
 * `?to=events/evt_…` names the screen.
 */
export const signIn =
  (demo: () => Demo | undefined): SideDoor =>
  ({ request, path, query }) => {
    const ready = demo();
    if (path !== "/" || request.method !== "GET" || !ready) return undefined;
    return openConsole(ready, new URLSearchParams(query).get("to") ?? "").catch(rejected);
  };

async function openConsole(demo: Demo, to: string): Promise<Result> {
  const { url } = await askService<{ url: string }>(demo, "POST", "/v1/console-sessions", {
    body: { access: "owner" },
  });
  // Without the host: the browser may know this machine by another name.
  const { pathname, hash } = new URL(url);
  const target = isTarget(to) ? `&${new URLSearchParams({ to: `/${to}` })}` : "";
  return {
    statusCode: 303,
    headers: {
      Location: `${pathname}${hash}${target}`,
      "Cache-Control": "no-store",
    },
  };
}

const isTarget = (to: string): boolean => {
  const [screen, id = "", ...rest] = to.split("/");
  const form = screen === "payments" ? PAYMENT_ID : screen === "events" ? EVENT_ID : undefined;
  return rest.length === 0 && form?.test(id) === true;
};

function rejected(error: unknown): Result {
  if (!(error instanceof ServiceRejection)) throw error;
  return { statusCode: 502, headers: { "Content-Type": "text/plain" }, body: `${error.message}\n` };
}
