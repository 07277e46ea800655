import { createHash } from "node:crypto";

/**
 * The page's scripts and style, mostly by their hashes, calls to its own origin, nothing else. Trusted types: no text
 * can become markup or script.
 */
export const inlinePolicy = (scripts: string, styles: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

export const hashOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
