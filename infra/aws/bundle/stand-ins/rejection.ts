/** What a stand-in does when something reaches it after all: fail at once, and say where to look. */
export const reject = (what: string): never => {
  throw new Error(`${what} left out of the bundles: see infra/aws/bundle/cuts.ts.`);
};
