import { callbackKeyConfig } from "../../shared/config.ts";
import { rotateCallbackSecret as operation } from "../../shared/contract/callback-endpoint.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { rotateCallbackSecret } from "../../shared/flows/callbacks/change-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(
  operation,
  async ({ merchant, change, body }) => {
    const { secret, previousEndsAt } = await rotateCallbackSecret(merchant, body.graceSeconds, change);
    return { secret, previousSecretExpiresAt: isoTime(previousEndsAt) };
  },
  [callbackKeyConfig],
);
