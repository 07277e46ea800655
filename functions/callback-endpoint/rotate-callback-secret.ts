import { rotateCallbackSecret as operation } from "../../shared/contract/callback-endpoint.ts";
import { rotateOneCallbackSecret } from "../../shared/contract/callback-endpoints.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { rotateCallbackSecret } from "../../shared/flows/callbacks/change-endpoint.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { callbackKeyConfig } from "../../shared/runtime/config.ts";

type Rotated = Awaited<ReturnType<typeof rotateCallbackSecret>>;

const shown = ({ secret, previousEndsAt }: Rotated) => ({
  secret,
  previousSecretExpiresAt: isoTime(previousEndsAt),
});

const rotate = endpoint(
  operation,
  async ({ merchant, change, body }) =>
    shown(await rotateCallbackSecret(merchant, body.graceSeconds, change)),
  [callbackKeyConfig],
);

const rotateOne = consoleEndpoint(
  rotateOneCallbackSecret,
  async ({ merchant, change, body, parameter }) =>
    shown(await rotateCallbackSecret(merchant, body.graceSeconds, change, parameter("id"))),
  [callbackKeyConfig],
);

export const handler = byRoute([
  [operation, rotate],
  [rotateOneCallbackSecret, rotateOne],
]);
