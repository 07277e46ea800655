/** What Lambda tells a function about its invocation, as far as ours ask. */
export type InvocationContext = { getRemainingTimeInMillis: () => number };

export function startInvocation(timeoutSeconds: number): InvocationContext {
  // Not by Date.now, which a moved clock lets jump in the middle of an invocation.
  const deadline = performance.now() + timeoutSeconds * 1000;
  return { getRemainingTimeInMillis: () => Math.max(0, deadline - performance.now()) };
}
