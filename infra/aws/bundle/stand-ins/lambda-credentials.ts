/**
 * Stands in for `@aws-sdk/credential-provider-node` in bundles (see cuts.ts). The Lambda service puts the
 * role's credentials into the environment and retires the process before they expire, so they are never refreshed.
 */
export const defaultProvider = () => {
  let read: Promise<Credentials> | undefined;
  // The SDK asks before every call, and reading the environment is not free.
  return () => {
    read ??= readCredentials();
    return read;
  };
};

type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

const readCredentials = async (): Promise<Credentials> => ({
  accessKeyId: required("AWS_ACCESS_KEY_ID"),
  secretAccessKey: required("AWS_SECRET_ACCESS_KEY"),
  ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
});

function required(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: this bundle takes its credentials from the environment only.`);
  return value;
}
