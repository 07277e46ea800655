/** The rehearsal cannot do what the templates say: nothing is started, and one line says why. */
export class NotRehearsable extends Error {}
