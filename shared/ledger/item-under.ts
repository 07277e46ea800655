import type { Key } from "./table.ts";

/** Of a read that brought several kinds of items: what lies under a key. The key's kind says what that is. */
export const itemUnder = <T extends object>({ pk, sk }: Key, items: Record<string, unknown>[]) =>
  items.find((item) => item.pk === pk && item.sk === sk) as T | undefined;
