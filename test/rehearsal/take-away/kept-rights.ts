/** Rights of which neither the rehearsal's proof nor the simulation makes use, and why they are kept. */
export const KEPT_RIGHTS: Readonly<Record<string, string>> = {};
