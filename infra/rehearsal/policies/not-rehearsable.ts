/** What the templates say and the rehearsal cannot do: nothing is started, and one line says why. */
export class NotRehearsable extends Error {}
