type Setting = {
  environmentVariableSelector: (env: NodeJS.ProcessEnv, options: object) => unknown;
  default?: unknown;
};

/**
 * Stands in for the chain that looks up each of the SDK's settings: the environment, ~/.aws/config and
 * ~/.aws/credentials, the default. No Lambda function has the files, and the chain makes three errors for each setting
 * that is not set.
 */
export const loadConfig = ({ environmentVariableSelector, default: otherwise }: Setting, options = {}) => {
  let known: Promise<unknown> | undefined;
  const read = async () =>
    environmentVariableSelector(process.env, options) ??
    (typeof otherwise === "function" ? otherwise() : otherwise);
  return () => {
    known ??= read();
    return known;
  };
};
