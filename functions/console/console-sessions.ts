import * as contract from "../../shared/contract/console.ts";
import { requireScope } from "../../shared/domain/access/api-key.ts";
import { scopesOfAccess } from "../../shared/domain/access/console-session.ts";
import { createSession } from "../../shared/flows/console/create-session.ts";
import { endSession, endSessions, listSessions } from "../../shared/flows/console/end-session.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { offerView, sessionView } from "../../shared/views/console-session.ts";

const create = endpoint(
  contract.createConsoleSession,
  async ({ merchant, keyId, preset, body, change, baseUrl }) => {
    for (const scope of scopesOfAccess(body.access)) requireScope(preset, scope);
    const terms = { access: body.access, maker: { kind: "key", keyId } } as const;
    return offerView(await createSession(merchant, terms, change), baseUrl());
  },
);

const list = consoleEndpoint(contract.listConsoleSessions, async ({ merchant, query, at }) => {
  const { items, ...page } = await listSessions(merchant.merchantId, query);
  return { ...page, items: items.map((found) => sessionView(found, at)) };
});

const end = consoleEndpoint(contract.endConsoleSession, async ({ merchant, parameter, change }) =>
  sessionView(await endSession(merchant.merchantId, parameter("id"), change), change.at),
);

const endAll = consoleEndpoint(contract.endConsoleSessions, async ({ merchant, change }) => ({
  ended: await endSessions(merchant.merchantId, change),
}));

export const handler = byRoute([
  [contract.createConsoleSession, create],
  [contract.listConsoleSessions, list],
  [contract.endConsoleSession, end],
  [contract.endConsoleSessions, endAll],
]);
