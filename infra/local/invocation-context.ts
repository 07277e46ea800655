/** What Lambda tells a function about its invocation, as far as ours ask. */
export type InvocationContext = { getRemainingTimeInMillis: () => number };

export function startInvocation(timeoutSeconds: number): InvocationContext {
  const deadline = Date.now() + timeoutSeconds * 1000;
  return { getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()) };
}
