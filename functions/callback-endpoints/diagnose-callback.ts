import { diagnoseCallback as operation } from "../../shared/contract/callback-endpoints.ts";
import { diagnoseCallback } from "../../shared/flows/callbacks/diagnose-callback.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { callbackKeyConfig } from "../../shared/runtime/config.ts";
import { signatureSeconds } from "../../shared/runtime/invocation.ts";

export const handler = consoleEndpoint(
  operation,
  ({ merchant, parameter, body, at }) =>
    diagnoseCallback(merchant, parameter("id"), body, { at, signatureSeconds: signatureSeconds() }),
  [callbackKeyConfig],
);
