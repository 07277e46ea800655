/** The last lines of a command's --help. */
export const example = (line: string): string => `\nExample:\n  npm run operator -- ${line}`;

/** A command to be typed next as it stands: it is for the environment that this one was for, not for the local stack. */
export const commandFor = (environment: string | undefined, line: string): string =>
  `npm run operator -- ${line}${environment === undefined ? "" : ` --env ${environment}`}`;
