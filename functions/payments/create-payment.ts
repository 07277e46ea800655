import { feeConfig } from "../../shared/config.ts";
import { createPayment as operation } from "../../shared/contract/payments.ts";
import { createPayment } from "../../shared/flows/create-payment.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

const { DEFAULT_FEE_POLICY: defaultFeePolicy } = feeConfig();

export const handler = endpoint(operation, (request) => createPayment({ ...request, defaultFeePolicy }));
