import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type EventName, onEvent } from './events.ts';
import { type ApiProblem, problemOf } from './problem.ts';

/** Something that the host was asked for. What was there before stays while it is asked again. */
export interface Resource<Value> {
  readonly value: Value | undefined;
  readonly problem: ApiProblem | undefined;
  readonly isLoading: boolean;
}

export interface LiveResource<Value> {
  readonly state: ReadonlySignal<Resource<Value>>;
  readonly reload: () => void;
}

export interface ResourceOptions<Value> {
  /** Another key is another thing: nothing of the one before is shown for it. */
  readonly key: string;
  readonly load: (signal: AbortSignal) => Promise<Value>;
  /** What the host tells that makes it old. */
  readonly topics?: readonly EventName[];
}

const NOTHING = { value: undefined, problem: undefined, isLoading: true } as const;
/** A burst of events is one reason to ask again. */
const SETTLE_MS = 120;

export function useResource<Value>(options: ResourceOptions<Value>): LiveResource<Value> {
  const { key, topics = [] } = options;
  const state = useSignal<Resource<Value>>(NOTHING);
  const latest = useRef(options);
  latest.current = options;
  const asked = useRef<AbortController>(undefined);

  const reload = useRef(() => {
    asked.current?.abort();
    const controller = new AbortController();
    asked.current = controller;
    state.value = { ...state.peek(), isLoading: true };
    latest.current.load(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted)
          state.value = { value, problem: undefined, isLoading: false };
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        state.value = { ...state.peek(), problem: problemOf(error), isLoading: false };
      },
    );
  }).current;

  useEffect(() => {
    state.value = NOTHING;
    reload();
    return () => asked.current?.abort();
  }, [key]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(reload, SETTLE_MS);
    };
    const leave = [...topics, 'reset' as const].map((name) => onEvent(name, later));
    return () => {
      clearTimeout(timer);
      for (const each of leave) each();
    };
  }, [topics.join()]);

  return { state, reload };
}
