import { callbackKeyConfig } from "../../shared/config.ts";
import { rotateCallbackSecret as operation } from "../../shared/contract/callback-endpoint.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { rotateCallbackSecret } from "../../shared/flows/callbacks/change-endpoint.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";

export const handler = consoleEndpoint(
  operation,
  async ({ merchant, change, body }) => {
    const { secret, previousEndsAt } = await rotateCallbackSecret(merchant, body.graceSeconds, change);
    return { secret, previousSecretExpiresAt: isoTime(previousEndsAt) };
  },
  [callbackKeyConfig],
);
