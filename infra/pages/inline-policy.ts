import { createHash } from "node:crypto";

/**
 * For a page that is one document: its script and its style by their hashes, calls to its own origin, nothing else.
 * Trusted types: no text can become markup or script, whatever the page's code does.
 */
export const inlinePolicy = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

/** As a policy names what it allows. */
export const hashOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
