export type InvocationContext = { getRemainingTimeInMillis: () => number };

export function startInvocation(timeoutSeconds: number): InvocationContext {
  // Date.now jumps when the clock is moved.
  const deadline = performance.now() + timeoutSeconds * 1000;
  return { getRemainingTimeInMillis: () => Math.max(0, deadline - performance.now()) };
}
