import { refundPayment as operation } from "../../shared/contract/payment-operations.ts";
import { refundAtReader as readerOperation } from "../../shared/contract/refund-at-reader.ts";
import { requireReaderId } from "../../shared/domain/terminal.ts";
import { refundAtReader } from "../../shared/flows/payments/refund-at-reader.ts";
import { refundPayment } from "../../shared/flows/payments/refund-payment.ts";
import { replaceRefund } from "../../shared/flows/payments/replace-refund.ts";
import { moneyEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { callbackQueueConfig, processorConfig } from "../../shared/runtime/config.ts";

const refund = moneyEndpoint(
  operation,
  ({ parameter, body: { replaces, ...body }, ...request }) => {
    const { merchantId } = request.merchant;
    const asked = { ...request, merchantId, svcPaymentId: parameter("id"), body };
    return replaces === undefined ? refundPayment(asked) : replaceRefund(asked, replaces);
  },
  [processorConfig, callbackQueueConfig],
);

const atReader = endpoint(
  readerOperation,
  ({ parameter, body: { svcPaymentId, allowCancel, replace, ...body }, ...request }) => {
    const readerId = requireReaderId(parameter("id"));
    const { merchantId } = request.merchant;
    return refundAtReader({ ...request, merchantId, svcPaymentId, body }, { readerId, allowCancel, replace });
  },
  [processorConfig, callbackQueueConfig],
);

export const handler = byRoute([
  [operation, refund],
  [readerOperation, atReader],
]);
