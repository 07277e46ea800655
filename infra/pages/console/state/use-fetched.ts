import { useLayoutEffect, useReducer, useState } from "preact/hooks";
import type { Question } from "../api/api.ts";
import type { CallError } from "../api/call.ts";

export type Fetched<T> = {
  data: T | undefined;
  error: CallError | undefined;
  isAsking: boolean;
  /** What there is answers the question before: only the filters differ. */
  isStale: boolean;
  /** How often it was asked for again. */
  turn: number;
  /** Asks again, and shows what there was until the answer comes. */
  reload: () => void;
};

type State<T> = { key: string; data?: T; error?: CallError };

/**
 * What the service says; of another question nothing is known at first. Where only the filters behind its key's
 * question mark differ, the old rows stay until the new ones come.
 */
export function useFetched<T>({ key, ask }: Question<T>): Fetched<T> {
  const [state, setState] = useState<State<T>>({ key });
  const [turn, reload] = useReducer<number, void>((turn) => turn + 1, 0);
  const [isAsking, setAsking] = useState(true);
  // At once, and not after the first paint, which would be a frame later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when it is another question
  useLayoutEffect(() => {
    const abort = new AbortController();
    setAsking(true);
    // A question that was given up may have its answer already: it must not replace a newer one's.
    const settle = (next: (before: State<T>) => State<T>) => {
      if (abort.signal.aborted) return;
      setState(next);
      setAsking(false);
    };
    ask(abort.signal).then(
      (data) => settle(() => ({ key, data })),
      (error: CallError) => settle((before) => ({ ...(before.key === key ? before : { key }), error })),
    );
    return () => abort.abort();
  }, [key, turn]);
  const { data, error } = subjectOf(state.key) === subjectOf(key) ? state : {};
  return { data, error, isAsking, isStale: state.key !== key, turn, reload };
}

const subjectOf = (key: string): string | undefined => key.split("?")[0];
