/**
 * What a warm function remembers from one invocation to the next. On Lambda a process belongs to one function, and so
 * does this. A program that runs several functions in one process says here whose memory is meant: otherwise one
 * function would find what another has read, and hide a read that it must be able, and allowed, to make itself.
 */
export type WarmMemory = Map<string, Map<unknown, unknown>>;

const own: WarmMemory = new Map();

export const warmMemory = { here: (): WarmMemory => own };

/** A map of the function that runs now. Names are those of the things in it, and no two maps have the same. */
export const warmMap =
  <K, V>(name: string) =>
  (): Map<K, V> => {
    const memory = warmMemory.here();
    const known = memory.get(name) ?? new Map();
    memory.set(name, known);
    return known as Map<K, V>;
  };
