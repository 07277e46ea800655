type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields in which an object has changed, with their former values. A changed list is there as a whole. */
export function differencesFrom(former: object, now: object): Fields {
  const before = former as Fields;
  const after = now as Fields;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const [was, is] = [before[name], after[name]];
      if (JSON.stringify(was) === JSON.stringify(is)) {
        return [];
      }
      return [[name, isFields(was) && isFields(is) ? differencesFrom(was, is) : (was ?? null)]];
    }),
  );
}
