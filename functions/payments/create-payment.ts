import { createPayment as operation } from "../../shared/contract/create-payment.ts";
import { createPayment } from "../../shared/flows/payments/create-payment.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { feeConfig, processorConfig } from "../../shared/runtime/config.ts";

export const handler = endpoint(
  operation,
  (request) => createPayment({ ...request, defaultFeePolicy: feeConfig().DEFAULT_FEE_POLICY }),
  [processorConfig, feeConfig],
);
