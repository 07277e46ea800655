/** Stands in for `@smithy/core/event-streams` in bundles (see bundle-cuts.ts): loaded only by a streamed operation. */
const refuse = (): never => {
  throw new Error("Event streams are left out of the bundles: see infra/aws/bundle-cuts.ts.");
};

export const eventStreamSerdeProvider = refuse;

export class EventStreamSerde {
  constructor() {
    refuse();
  }
}
