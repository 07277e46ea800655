import { crc32 } from "node:zlib";

/*
 * gzip, about 4 % smaller than zlib makes it. zlib takes the longest match at each place; here the cheapest way through the
 * whole text is looked for, with the prices of the codes that the way before led to, until it gets no cheaper (as zopfli
 * does). Codes are renewed where that pays: a page's style, library and screens differ.
 */

const [SHORTEST, LONGEST, WINDOW, END] = [3, 258, 32_768, 256];
const ROUNDS = 4;

/** Of a table that is filled for every index in use. */
const at = (values: ArrayLike<number>, index: number): number => values[index] as number;

/** By length or distance: its symbol; by symbol: its first value and how many bits say which of its values. */
function tableOf(first: number, most: number, extraBits: (symbol: number) => number) {
  const [symbols, bases, extras] = [new Uint16Array(most + 1), [] as number[], [] as number[]];
  for (let value = first, symbol = 0; value <= most; symbol++) {
    bases.push(value);
    extras.push(extraBits(symbol));
    for (const end = value + 2 ** extraBits(symbol); value < end && value <= most; value++)
      symbols[value] = symbol;
  }
  return { symbols, bases, extras };
}
const LENGTHS = tableOf(SHORTEST, LONGEST - 1, (symbol) => Math.max(0, (symbol >> 2) - 1));
const DISTANCES = tableOf(1, WINDOW, (symbol) => Math.max(0, (symbol >> 1) - 1));
// The longest has a symbol of its own.
LENGTHS.symbols = Uint16Array.from([...LENGTHS.symbols, 28]);
LENGTHS.bases.push(LONGEST);
LENGTHS.extras.push(0);

const [LITERAL_CODES, DISTANCE_CODES] = [END + 1 + 29, 30];

/** A literal is a step of length 1 and no distance. */
type Step = { place: number; length: number; distance: number };

/** Of each symbol of letters and lengths, and of distances: how often, or how many bits. */
type Table = { letters: number[]; distances: number[] };

const tableWith = (letters: number, distances: number): Table => ({
  letters: Array.from({ length: LITERAL_CODES }, () => letters),
  distances: Array.from({ length: DISTANCE_CODES }, () => distances),
});

export function pack(text: string): Buffer {
  const data = Buffer.from(text);
  const matches = matchesOf(data);
  let best: Buffer | undefined;
  let blocks: { from: number; prices: Table }[] = [{ from: 0, prices: tableWith(7, 5) }];
  for (let round = 0; round < ROUNDS; round++) {
    const steps = cheapestWay(data, matches, blocks);
    const parts = split(data, steps);
    const packed = written(data, parts);
    if (!best || packed.length < best.length) best = packed;
    blocks = parts.map((part) => ({ from: part[0]?.place ?? 0, prices: pricesOf(countsOf(data, part)) }));
  }
  const ends = Buffer.alloc(8);
  ends.writeUInt32LE(crc32(data), 0);
  ends.writeUInt32LE(data.length, 4);
  return Buffer.concat([Buffer.from([31, 139, 8, 0, 0, 0, 0, 0, 2, 255]), best ?? Buffer.alloc(0), ends]);
}

/** For each place the longer and longer matches, with the least distance of each. */
function matchesOf(data: Buffer): Uint16Array[] {
  const last = new Map<number, number>();
  const before = new Int32Array(data.length);
  return Array.from(data, (_, place) => {
    const found: number[] = [];
    if (place + SHORTEST > data.length) return Uint16Array.from(found);
    const key = data.readUIntBE(place, SHORTEST);
    const most = Math.min(LONGEST, data.length - place);
    let longest = SHORTEST - 1;
    let other = last.get(key) ?? -1;
    before[place] = other;
    last.set(key, place);
    for (; other >= 0 && place - other < WINDOW && longest < most; other = at(before, other)) {
      if (data[other + longest] !== data[place + longest]) continue;
      let length = 0;
      while (length < most && data[other + length] === data[place + length]) length++;
      if (length > longest) found.push(length, place - other);
      longest = Math.max(longest, length);
    }
    return Uint16Array.from(found);
  });
}

function cheapestWay(
  data: Buffer,
  matches: readonly Uint16Array[],
  blocks: readonly { from: number; prices: Table }[],
): Step[] {
  const costs = new Float64Array(data.length + 1).fill(Number.POSITIVE_INFINITY);
  const lengths = new Uint16Array(data.length + 1);
  const distances = new Uint16Array(data.length + 1);
  costs[0] = 0;
  blocks.forEach(({ from, prices }, nth) => {
    const lengthCosts = Float64Array.from(
      LENGTHS.symbols,
      (symbol) => at(prices.letters, END + 1 + symbol) + at(LENGTHS.extras, symbol),
    );
    const until = blocks[nth + 1]?.from ?? data.length;
    for (let place = from; place < until; place++) {
      const cost = at(costs, place);
      const literal = cost + at(prices.letters, at(data, place));
      if (literal < at(costs, place + 1)) {
        costs[place + 1] = literal;
        lengths[place + 1] = 1;
      }
      const found = matches[place] ?? [];
      let length = SHORTEST;
      for (let match = 0; match < found.length; match += 2) {
        const distance = at(found, match + 1);
        const symbol = at(DISTANCES.symbols, distance);
        const start = cost + at(prices.distances, symbol) + at(DISTANCES.extras, symbol);
        for (; length <= at(found, match); length++) {
          const whole = start + at(lengthCosts, length);
          if (whole >= at(costs, place + length)) continue;
          costs[place + length] = whole;
          lengths[place + length] = length;
          distances[place + length] = distance;
        }
      }
    }
  });
  const steps: Step[] = [];
  for (let end = data.length; end > 0; end -= at(lengths, end)) {
    const length = at(lengths, end);
    steps.push({ place: end - length, length, distance: length > 1 ? at(distances, end) : 0 });
  }
  return steps.reverse();
}

const letterOf = (data: Buffer, { place, length, distance }: Step): number =>
  distance === 0 ? at(data, place) : END + 1 + at(LENGTHS.symbols, length);

function countsOf(data: Buffer, steps: readonly Step[]): Table {
  const counts = tableWith(0, 0);
  counts.letters[END] = 1;
  for (const step of steps) {
    const letter = letterOf(data, step);
    counts.letters[letter] = at(counts.letters, letter) + 1;
    if (step.distance === 0) continue;
    const symbol = at(DISTANCES.symbols, step.distance);
    counts.distances[symbol] = at(counts.distances, symbol) + 1;
  }
  return counts;
}

/** In parts of a bit. What has not occurred is dear. */
function pricesOf({ letters, distances }: Table): Table {
  const priced = (counts: readonly number[]) => {
    const all = counts.reduce((sum, count) => sum + count, 0);
    return counts.map((count) => (count > 0 ? Math.log2(all / count) : 13));
  };
  return { letters: priced(letters), distances: priced(distances) };
}

/** About as many bits as these steps take as a block of their own. */
function bitsOf(data: Buffer, steps: readonly Step[]): number {
  const counts = countsOf(data, steps);
  const { letters, distances } = pricesOf(counts);
  const sum = (of: readonly number[], prices: readonly number[]) =>
    of.reduce((all, count, symbol) => all + count * at(prices, symbol) + (count > 0 ? 4 : 0), 0);
  return 80 + sum(counts.letters, letters) + sum(counts.distances, distances);
}

const PARTS = 16;
const SHORTEST_BLOCK = 400;

/** In two where that is cheapest, and each half again. */
function split(data: Buffer, steps: readonly Step[]): (readonly Step[])[] {
  const whole = bitsOf(data, steps);
  let [least, where] = [whole, 0];
  for (let part = 1; part < PARTS; part++) {
    const cut = Math.round((steps.length * part) / PARTS);
    if (Math.min(cut, steps.length - cut) < SHORTEST_BLOCK) continue;
    const bits = bitsOf(data, steps.slice(0, cut)) + bitsOf(data, steps.slice(cut));
    if (bits < least) [least, where] = [bits, cut];
  }
  return where === 0 ? [steps] : [...split(data, steps.slice(0, where)), ...split(data, steps.slice(where))];
}

/** The number of bits of each symbol's code, at most `most`. Rare symbols are counted more often until that holds. */
function codeLengths(counts: readonly number[], most: number): number[] {
  type Node = { count: number; symbols: number[] };
  const lengths = counts.map(() => 0);
  let nodes: Node[] = counts.flatMap((count, symbol) => (count > 0 ? { count, symbols: [symbol] } : []));
  if (nodes.length === 1) nodes.push({ count: 0, symbols: [nodes[0]?.symbols[0] === 0 ? 1 : 0] });
  while (nodes.length > 1) {
    nodes = nodes.sort((one, other) => other.count - one.count);
    const [one, other] = [nodes.pop() as Node, nodes.pop() as Node];
    const symbols = [...one.symbols, ...other.symbols];
    for (const symbol of symbols) lengths[symbol] = at(lengths, symbol) + 1;
    nodes.push({ count: one.count + other.count, symbols });
  }
  if (Math.max(...lengths) <= most) return lengths;
  return codeLengths(
    counts.map((count) => (count > 0 ? (count >> 1) + 1 : 0)),
    most,
  );
}

/** By symbol: its code with the first bit lowest, as it is written. */
function codesOf(lengths: readonly number[]): number[] {
  const codes = lengths.map(() => 0);
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    for (const [symbol, own] of lengths.entries())
      if (own === length)
        codes[symbol] = Number.parseInt(
          [...(code++).toString(2).padStart(length, "0")].reverse().join(""),
          2,
        );
    code *= 2;
  }
  return codes;
}

const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Lengths of codes in runs: 16 repeats the last one, 17 and 18 are zeros. [symbol, value of its extra bits, how many bits] */
function runsOf(lengths: readonly number[]): [number, number, number][] {
  const runs: [number, number, number][] = [];
  for (let from = 0; from < lengths.length; ) {
    const length = at(lengths, from);
    let count = 1;
    while (from + count < lengths.length && lengths[from + count] === length) count++;
    from += count;
    if (length > 0) {
      runs.push([length, 0, 0]);
      count--;
    }
    while (count >= 3) {
      const isLong = length === 0 && count > 10;
      const taken = Math.min(count, length > 0 ? 6 : isLong ? 138 : 10);
      runs.push(length > 0 ? [16, taken - 3, 2] : isLong ? [18, taken - 11, 7] : [17, taken - 3, 3]);
      count -= taken;
    }
    for (; count > 0; count--) runs.push([length, 0, 0]);
  }
  return runs;
}

const withoutLastZeros = (values: readonly number[], least: number): number[] =>
  values.slice(0, Math.max(least, values.findLastIndex((value) => value > 0) + 1));

function written(data: Buffer, parts: readonly (readonly Step[])[]): Buffer {
  const bytes: number[] = [];
  let [pending, filled] = [0, 0];
  const put = (value: number, bits: number): void => {
    pending += value * 2 ** filled;
    for (filled += bits; filled >= 8; filled -= 8) {
      bytes.push(pending % 256);
      pending = Math.floor(pending / 256);
    }
  };
  parts.forEach((steps, nth) => {
    const counts = countsOf(data, steps);
    const letters = withoutLastZeros(codeLengths(counts.letters, 15), END + 1);
    const distances = withoutLastZeros(codeLengths(counts.distances, 15), 1);
    const [letterCodes, distanceCodes] = [codesOf(letters), codesOf(distances)];
    const runs = runsOf([...letters, ...distances]);
    const runLengths = codeLengths(
      LENGTH_ORDER.map((_, symbol) => runs.filter(([own]) => own === symbol).length),
      7,
    );
    const runCodes = codesOf(runLengths);
    const ordered = withoutLastZeros(
      LENGTH_ORDER.map((symbol) => at(runLengths, symbol)),
      4,
    );
    put(nth === parts.length - 1 ? 1 : 0, 1);
    put(2, 2);
    put(letters.length - END - 1, 5);
    put(distances.length - 1, 5);
    put(ordered.length - 4, 4);
    for (const length of ordered) put(length, 3);
    for (const [symbol, extra, bits] of runs) {
      put(at(runCodes, symbol), at(runLengths, symbol));
      put(extra, bits);
    }
    for (const step of steps) {
      const letter = letterOf(data, step);
      put(at(letterCodes, letter), at(letters, letter));
      if (step.distance === 0) continue;
      const length = at(LENGTHS.symbols, step.length);
      put(step.length - at(LENGTHS.bases, length), at(LENGTHS.extras, length));
      const distance = at(DISTANCES.symbols, step.distance);
      put(at(distanceCodes, distance), at(distances, distance));
      put(step.distance - at(DISTANCES.bases, distance), at(DISTANCES.extras, distance));
    }
    put(at(letterCodes, END), at(letters, END));
  });
  put(0, 7);
  return Buffer.from(bytes);
}
