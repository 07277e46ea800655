import { previewFee as operation } from "../../shared/contract/fee-preview.ts";
import { wrongUnit } from "../../shared/domain/payments/currency.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { feeConfig } from "../../shared/runtime/config.ts";
import { feePreview } from "../../shared/views/fee-preview.ts";

export const handler = endpoint(
  operation,
  async ({ merchant, query }) => {
    const rejection = wrongUnit(query.amountCents, query.currency);
    if (rejection) throw rejection;
    return feePreview(merchant, feeConfig().DEFAULT_FEE_POLICY, query);
  },
  [feeConfig],
);
