export type Page = { html: string; contentSecurityPolicy: string; cacheControl: string };
