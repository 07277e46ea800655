import * as contract from "../../shared/contract/console.ts";
import { endSession } from "../../shared/flows/console/end-session.ts";
import { enterConsole } from "../../shared/flows/console/enter-console.ts";
import { entryEndpoint, sessionEndpoint, tabEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { noSessionCookie, sessionCookie } from "../../shared/lambda/session-authentication.ts";
import { listApiKeys } from "../../shared/ledger/api-keys.ts";
import { environmentConfig, typedAboveConfig } from "../../shared/runtime/config.ts";
import { consoleKeyView, enteredViewWith, sessionView } from "../../shared/views/console-session.ts";

const shown = enteredViewWith(typedAboveConfig().CONSOLE_TYPED_ABOVE, environmentConfig().ENVIRONMENT);

const enter = entryEndpoint(contract.enterConsole, async ({ body, change: { at, random } }) => {
  const { token, ...found } = await enterConsole(body.code, { at, random });
  return { answer: shown(found, at), cookies: [sessionCookie(found.session, token)] };
});

const choose = tabEndpoint(contract.listEnteredConsoles, (all, at) => all.map((found) => shown(found, at)));

const look = sessionEndpoint(contract.getConsoleSession, async ({ found, at }) => ({
  answer: shown(found, at),
}));

const listKeys = sessionEndpoint(contract.listConsoleKeys, async ({ merchant, at }) => ({
  answer: (await listApiKeys(merchant.merchantId)).map((key) => consoleKeyView(key, at)),
}));

const leave = sessionEndpoint(contract.leaveConsole, async ({ found: { session }, change }) => {
  const ended = await endSession(session.merchantId, session.sessionId, change);
  return { answer: sessionView(ended, change.at), cookies: [noSessionCookie(session.sessionId)] };
});

export const handler = byRoute([
  [contract.enterConsole, enter],
  [contract.listEnteredConsoles, choose],
  [contract.getConsoleSession, look],
  [contract.listConsoleKeys, listKeys],
  [contract.leaveConsole, leave],
]);
