import { ENDPOINTS } from "../../infra/topology.ts";

/** What merchants call, with a key. */
export const MERCHANT_ENDPOINTS = ENDPOINTS.filter(({ caller }) => !caller);
