import type { Operation } from "./operation.ts";
import { capturePayment, createPayment, getPayment, refundPayment } from "./payments.ts";

/** The whole authenticated surface. Handlers import their own operation, never this table. */
export const OPERATIONS: readonly Operation[] = [createPayment, capturePayment, refundPayment, getPayment];
