/** Stands in for the SDK's list of all partitions and regions: only its endpoint rules, which are left out too, read it. */
export const partitionsInfo = { partitions: [] };
