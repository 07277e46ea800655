import type { CallError } from "../api/call.ts";
import { Icon } from "./icon.tsx";
import { Text } from "./text.tsx";

export const Failure = ({ error, retry }: { error: CallError; retry?: () => void }) => (
  <div class="notice bad" role="alert">
    <Icon name="bad" />
    <div>
      <p>
        <Text value={error.message} />
      </p>
      {error.traceId && (
        <p class="trace">
          Trace ID{" "}
          <code>
            <Text value={error.traceId} />
          </code>
        </p>
      )}
      {retry && (
        <button type="button" class="button" onClick={retry}>
          Retry
        </button>
      )}
    </div>
  </div>
);
