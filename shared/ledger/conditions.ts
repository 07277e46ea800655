/** There is nothing under the key yet. */
export const UNSEEN = "attribute_not_exists(pk)";

/** There is something: an update alone would make an item of nothing but what it sets. */
export const RECORDED = "attribute_exists(pk)";

/** No erasure has passed: what was read before it must not be written back, and its other attributes may not tell. */
export const NOT_ERASED = "attribute_not_exists(erasedAt)";
