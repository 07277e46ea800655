export type Page = {
  html: string;
  contentSecurityPolicy: string;
  cacheControl: string;
  /** Files that it loads later, by their names. */
  parts?: Record<string, string>;
};
