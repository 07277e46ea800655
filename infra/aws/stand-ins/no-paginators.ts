/** Stands in for lib-dynamodb's paginators: our pages have a limit, so nothing reads on until the end. */
export {};
