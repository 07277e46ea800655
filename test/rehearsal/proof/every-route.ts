import { ENDPOINTS } from "../../../infra/topology.ts";
import { openSession } from "./console.ts";
import type { Outside, ProvenMerchant } from "./outside.ts";

/** What stands in for the parameters of a path, and the bodies of what needs one. */
type Known = { ids: Record<string, string>; bodies: Record<string, object> };

/**
 * Asks once for each route of the templates: as the merchant, or in a console's session. What is not there, or may not
 * be done now, is an answer too; only what the gateway or a role breaks is none.
 */
export async function askEveryRoute(
  outside: Outside,
  routes: readonly string[],
  { merchant, known }: { merchant: ProvenMerchant; known: Known },
): Promise<void> {
  const session = await openSession(outside, merchant, "manage");
  // What ends sessions comes last.
  const ordered = [...routes].sort((one, other) => Number(/\/end/.test(one)) - Number(/\/end/.test(other)));
  for (const route of ordered) {
    const [method = "GET", template = "/nothing/of/ours"] = route === "$default" ? [] : route.split(" ");
    const path = filled(template, known.ids);
    const body = method === "GET" ? undefined : (bodyOf(method, template, known) ?? {});
    const headers = template.startsWith("/console/v1") ? session : { "X-Api-Key": merchant.apiKey };
    await outside.send(method, path, body, {
      headers: { ...headers, "Idempotency-Key": `route-${template}` },
    });
  }
}

const filled = (template: string, ids: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => ids[`${template} ${name}`] ?? ids[name] ?? "unknown");

/** Its own, or the contract's example. */
function bodyOf(method: string, template: string, { bodies }: Known): object | undefined {
  const path = template.replace(/^\/console(?=\/v1)/, "");
  const operation = ENDPOINTS.find((one) => one.method === method && one.path === path);
  const { example } = (operation ?? {}) as { example?: object };
  return bodies[`${method} ${path}`] ?? example;
}
