/**
 * Stands in for `@aws-sdk/endpoint-cache` in bundles (see cuts.ts). The DynamoDB client constructs one and
 * only endpoint discovery, which nothing here turns on, would call its methods.
 */
export class EndpointCache {}
