import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";

export type CallerIdentity = { account: string; arn: string };

export async function readCallerIdentity(region?: string): Promise<CallerIdentity> {
  const client = new STSClient({ maxAttempts: 2, ...(region && { region }) });
  try {
    const { Account: account, Arn: arn } = await client.send(new GetCallerIdentityCommand({}));
    if (account && arn) return { account, arn };
  } catch (error) {
    throw new Error(explainAwsError(error) ?? `AWS does not return your identity (${nameOf(error)}).`);
  } finally {
    client.destroy();
  }
  throw new Error("AWS does not return your identity.");
}

const BAD_CREDENTIALS = new Set([
  "ExpiredToken",
  "ExpiredTokenException",
  "InvalidClientTokenId",
  "SignatureDoesNotMatch",
  "UnrecognizedClientException",
]);

/** undefined: the error is something else. */
export function explainAwsError(error: unknown): string | undefined {
  const name = nameOf(error);
  const message = error instanceof Error ? error.message : "";
  if (name === "CredentialsProviderError")
    return "There are no AWS credentials. Sign in (aws sso login) or set AWS_PROFILE.";
  if (BAD_CREDENTIALS.has(name)) return `AWS rejects these credentials (${name}). Sign in again.`;
  if (/region is missing/i.test(message)) return "There is no AWS region. Set AWS_REGION.";
  return undefined;
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
