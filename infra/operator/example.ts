/** The last lines of a command's --help. */
export const example = (line: string): string => `\nExample:\n  npm run operator -- ${line}`;
