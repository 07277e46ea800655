/** "1 event", "2 events". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

export const number = (value: number): string => value.toLocaleString();
