/**
 * List prices in USD, region us-east-1, as of November 2026 and without free tiers, credits or discounts. What a region
 * or a contract makes of them changes the sum, hardly the order.
 */
export const REGION = "us-east-1";

export const PRICES = {
  writeUnit: { usd: 0.625 / 1e6, per: "million write units", name: "DynamoDB, writes on demand" },
  readUnit: { usd: 0.125 / 1e6, per: "million read units", name: "DynamoDB, reads on demand" },
  storedGbMonth: { usd: 0.25, per: "GB-month", name: "DynamoDB storage" },
  backedUpGbMonth: { usd: 0.2, per: "GB-month", name: "point-in-time recovery" },
  computeGbSecond: { usd: 0.0000133334, per: "GB-second", name: "Lambda, arm64" },
  invocation: { usd: 0.2 / 1e6, per: "million invocations", name: "Lambda" },
  httpRequest: { usd: 1 / 1e6, per: "million requests", name: "HTTP API" },
  queueRequest: { usd: 0.5 / 1e6, per: "million requests", name: "SQS, fair queue" },
  logGb: { usd: 0.5, per: "GB", name: "CloudWatch Logs, ingestion" },
  keyMonth: { usd: 1, per: "month", name: "KMS, a key" },
  secretMonth: { usd: 0.4, per: "month", name: "Secrets Manager, a secret" },
  alarmMetricMonth: { usd: 0.1, per: "month", name: "CloudWatch, a metric that an alarm watches" },
  metricMonth: { usd: 0.3, per: "month", name: "CloudWatch, a metric of one's own" },
  dashboardMonth: { usd: 3, per: "month", name: "CloudWatch, a dashboard" },
  egressGb: { usd: 0.09, per: "GB", name: "data transfer out" },
} as const;
