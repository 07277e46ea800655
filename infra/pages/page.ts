/** A page, the policy under which it is served, and whether browsers may keep it. */
export type Page = { html: string; contentSecurityPolicy: string; cacheControl: string };
