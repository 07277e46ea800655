import type { CallbackEndpoint } from "../../domain/callback-endpoint.ts";
import { requireCallback } from "../../domain/callback-endpoint.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import type { Edge } from "../merchants/record-audit.ts";
import { saveCallbackEndpoint } from "./save-callback-endpoint.ts";

/** Whoever enables it sends what was held meanwhile: see releaseHeld. */
export const setCallbackDisabled = (
  merchant: Merchant,
  disabled: boolean,
  edge: Edge,
): Promise<CallbackEndpoint> =>
  saveCallbackEndpoint(
    merchant.merchantId,
    { ...requireCallback(merchant), disabled },
    { ...edge, action: disabled ? "disable-callbacks" : "enable-callbacks" },
  );
