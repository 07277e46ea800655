/** Stands in for what the SDK's endpoint rules can call; region-endpoint.ts takes the place of the rules. */
export const awsEndpointFunctions = {};
