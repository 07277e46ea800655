import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { explainAwsError } from "./caller-identity.ts";

export type AccountConcurrency = { total: number; reserved: number };

/** A new account may have 10. `reserved`: by all stacks of the account, this one included. */
export async function readAccountConcurrency(): Promise<AccountConcurrency> {
  const client = new LambdaClient({ maxAttempts: 2 });
  try {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
    const { ConcurrentExecutions: total, UnreservedConcurrentExecutions: unreserved } = AccountLimit ?? {};
    if (total !== undefined && unreserved !== undefined) return { total, reserved: total - unreserved };
  } catch (error) {
    const name = error instanceof Error ? error.name : String(error);
    throw new Error(
      explainAwsError(error) ??
        `The account's Lambda concurrency could not be read (${name}). Allow lambda:GetAccountSettings.`,
    );
  } finally {
    client.destroy();
  }
  throw new Error("Lambda does not return the account's concurrency.");
}
