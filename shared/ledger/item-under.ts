import type { Key } from "./table.ts";

/** For a read that brought several kinds of items. The key's kind determines the type. */
export const itemUnder = <T extends object>({ pk, sk }: Key, items: Record<string, unknown>[]) =>
  items.find((item) => item.pk === pk && item.sk === sk) as T | undefined;
