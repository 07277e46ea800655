let linked = "";

/** What links carry, so that one that is opened in a new tab leads into the same session. */
export const sessionInLinks = (): string => linked;

export function putSessionIntoLinks(id: string): void {
  linked = id;
}
