import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { explainAwsError } from "./caller-identity.ts";

/** A new account may have 10. */
export async function readAccountConcurrency(): Promise<number> {
  const client = new LambdaClient({ maxAttempts: 2 });
  try {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
    if (AccountLimit?.ConcurrentExecutions !== undefined) return AccountLimit.ConcurrentExecutions;
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
