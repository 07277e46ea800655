/** Stands in for a search through the schema of each operation's answer, for numbers that JavaScript's JSON would round. */
export const needsReviver = () => false;
