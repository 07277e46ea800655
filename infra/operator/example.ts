export const example = (line: string): string => `\nExample:\n  npm run operator -- ${line}`;

/** For the environment of this command, not for the local stack. */
export const commandFor = (environment: string | undefined, line: string): string =>
  `npm run operator -- ${line}${environment === undefined ? "" : ` --env ${environment}`}`;
