/** The only name and form that functions know: browsers take it over https alone, for this host, for every path. */
export const SESSION_COOKIE = "__Host-svc-console";

const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";

export const sessionCookie = (token: string, maxAgeSeconds: number): string =>
  `${SESSION_COOKIE}=${token}; ${ATTRIBUTES}; Max-Age=${maxAgeSeconds}`;

export const noSessionCookie = (): string => sessionCookie("", 0);
