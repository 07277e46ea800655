import { BatchGetCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { parseApiKey } from "../../../shared/domain/access/api-key.ts";
import { secretMatches } from "../../../shared/domain/access/credential.ts";
import { apiKeyKey, merchantKey } from "../../../shared/ledger/table.ts";

const TableName = process.env.TABLE_NAME ?? "";

type StoredKey = { keyId: string; salt: string; hash: string };
export type StoredMerchant = { merchantId: string; sk: string; account: { processorAccountId: string } };

/** One read for key and merchant, as ours; Powertools has nothing for it. */
export async function merchantOfRequest(
  ledger: DynamoDBDocumentClient,
  apiKey = "",
): Promise<StoredMerchant | undefined> {
  const presented = parseApiKey(apiKey);
  if (!presented) return undefined;
  const Keys = [apiKeyKey(presented.merchantId, presented.keyId), merchantKey(presented.merchantId)];
  const { Responses } = await ledger.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } }));
  const items = Responses?.[TableName] ?? [];
  const key = items.find(({ keyId }) => keyId === presented.keyId) as StoredKey | undefined;
  const merchant = items.find(({ sk }) => sk === "MERCHANT") as StoredMerchant | undefined;
  return key && secretMatches(presented.secret, key) ? merchant : undefined;
}
