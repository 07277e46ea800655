import { OPERATIONS } from "../../infra/topology.ts";

/** What merchants call, with a key. */
export const MERCHANT_OPERATIONS = OPERATIONS.filter(({ caller }) => !caller);
