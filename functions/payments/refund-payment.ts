import { refundPayment as operation } from "../../shared/contract/payment-operations.ts";
import { refundAtReader as readerOperation } from "../../shared/contract/refund-at-reader.ts";
import { requireReaderId } from "../../shared/domain/terminal.ts";
import { refundAtReader } from "../../shared/flows/payments/refund-at-reader.ts";
import { refundPayment } from "../../shared/flows/payments/refund-payment.ts";
import { moneyEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { callbackQueueConfig, processorConfig } from "../../shared/runtime/config.ts";

const refund = moneyEndpoint(
  operation,
  ({ parameter, ...request }) =>
    refundPayment({ ...request, merchantId: request.merchant.merchantId, svcPaymentId: parameter("id") }),
  [processorConfig, callbackQueueConfig],
);

/** The reader is part of what is asked for: under the same key another one is a conflict. */
const atReader = endpoint(
  readerOperation,
  ({ parameter, body, sentBody, ...request }) => {
    const { svcPaymentId, allowCancel, replace, ...refund } = body;
    const readerId = requireReaderId(parameter("id"));
    const { merchantId } = request.merchant;
    const asked = { merchantId, svcPaymentId, body: refund, sentBody: { readerId, ...(sentBody as object) } };
    return refundAtReader({ ...request, ...asked }, { readerId, allowCancel, replace });
  },
  [processorConfig, callbackQueueConfig],
);

export const handler = byRoute([
  [operation, refund],
  [readerOperation, atReader],
]);
