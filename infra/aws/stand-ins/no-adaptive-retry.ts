import { refuse } from "./refusal.ts";

/** Stands in for the retry strategy behind AWS_RETRY_MODE=adaptive; `standard` is the SDK's default and ours. */
export class AdaptiveRetryStrategy {
  constructor() {
    refuse("Adaptive retries are");
  }
}
