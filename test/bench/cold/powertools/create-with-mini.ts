import { createPayment } from "../../../../shared/contract/create-payment.ts";
import { createEndpoint } from "./create-endpoint.ts";

/** With our own schema, from zod's small build. */
export const handler = createEndpoint(createPayment.body);
