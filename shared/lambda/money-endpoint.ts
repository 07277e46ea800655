import type { ResultOf } from "../contract/answer.ts";
import type { Operation } from "../contract/operation.ts";
import { PAYMENT_ID } from "../domain/id-forms.ts";
import type { Scope } from "../domain/scope.ts";
import { recordAudit } from "../flows/record-audit.ts";
import type { Setting } from "../runtime/config.ts";
import { consoleEndpoint } from "./console-endpoint.ts";
import type { EndpointRequest } from "./endpoint.ts";
import type { HttpHandler } from "./serve.ts";

type ByMoneySession = Operation & { scope: Scope; console: "money" };

/**
 * A call by key is in the payment's history, with its trace. A console session's call is audited too, before it is
 * done, with the session and its maker.
 */
export const moneyEndpoint = <O extends ByMoneySession>(
  operation: O,
  handle: (request: EndpointRequest<O>) => Promise<ResultOf<O>>,
  needs: readonly Setting[],
): HttpHandler =>
  consoleEndpoint(
    operation,
    async (request) => {
      const { session, merchant, parameter, change } = request;
      const subject = PAYMENT_ID.test(parameter("id")) ? parameter("id") : undefined;
      if (session) await recordAudit(merchant.merchantId, { action: operation.name, subject }, change);
      return handle(request);
    },
    needs,
  );
