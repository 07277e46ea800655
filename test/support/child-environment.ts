/**
 * What a process that a test starts finds in its environment: nothing that this one happens to have, except where to
 * look for programs, the cache of compiled modules, without which every start compiles the same sources again, and the
 * DynamoDB and SQS that all tests are to use instead of embedded ones.
 */
export function childEnvironment(given: Record<string, string> = {}): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  const inherited = ["NODE_COMPILE_CACHE", "DYNAMODB_URL", "SQS_URL"].flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value]] : [];
  });
  return { PATH, HOME, ...Object.fromEntries(inherited), ...given };
}
