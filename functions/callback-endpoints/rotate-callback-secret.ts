import { rotateCallbackSecret as operation } from "../../shared/contract/callback-endpoints.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { rotateCallbackSecret } from "../../shared/flows/callbacks/change-endpoint.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { callbackKeyConfig } from "../../shared/runtime/config.ts";

export const handler = consoleEndpoint(
  operation,
  async ({ merchant, change, body, parameter }) => {
    const { graceSeconds } = body;
    const rotated = await rotateCallbackSecret(merchant, parameter("id"), graceSeconds, change);
    return { secret: rotated.secret, previousSecretExpiresAt: isoTime(rotated.previousEndsAt) };
  },
  [callbackKeyConfig],
);
