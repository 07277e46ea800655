/** There is nothing under the key yet. */
export const UNSEEN = "attribute_not_exists(pk)";

/** There is something: an update alone would make an item of nothing but what it sets. */
export const RECORDED = "attribute_exists(pk)";

/** An erased event was never sent, as one that was not chosen: its delivery alone does not tell them apart. */
export const NOT_ERASED = "attribute_not_exists(erasedAt)";
