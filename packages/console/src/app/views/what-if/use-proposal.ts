import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ConfigAnswer, ProposalAnswer } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { type ApiProblem, problemOf } from '../../data/problem.ts';
import { type LiveResource, useResource } from '../../data/resource.ts';
import type { NamedChange } from './changes.ts';

/** What the host says of changes that were not made. */
export interface Proposed {
  readonly answer: ProposalAnswer | undefined;
  readonly problem: ApiProblem | undefined;
  readonly isAsking: boolean;
  /** The hash of the file that the answer is for. */
  readonly base?: string;
}

export interface UsedProposal {
  readonly config: LiveResource<ConfigAnswer>;
  readonly proposed: ReadonlySignal<Proposed>;
}

const NOTHING: Proposed = { answer: undefined, problem: undefined, isAsking: false };
const SETTLE_MS = 250;

/** Asks what changes would do, again whenever they or the file are others. */
export function useProposal(changes: Signal<readonly NamedChange[]>): UsedProposal {
  const config = useResource<ConfigAnswer>({
    key: 'config',
    topics: ['changed'],
    load: (signal) => ask('/api/config', { signal }),
  });
  const proposed = useSignal<Proposed>(NOTHING);
  const base = changes.value.find((each) => each.base)?.base ?? config.state.value.value?.hash;
  useEffect(() => {
    if (base === undefined || changes.value.length === 0) {
      proposed.value = NOTHING;
      return undefined;
    }
    const controller = new AbortController();
    proposed.value = { ...proposed.peek(), isAsking: true };
    const timer = setTimeout(() => {
      const body = { base, changes: changes.value.map(({ change }) => change) };
      ask<ProposalAnswer>('/api/config/propose', { body, signal: controller.signal }).then(
        (answer) => {
          proposed.value = { answer, problem: undefined, isAsking: false, base };
        },
        (error: unknown) => {
          if (controller.signal.aborted) return;
          proposed.value = { answer: undefined, problem: problemOf(error), isAsking: false };
        },
      );
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [base, changes.value]);
  return { config, proposed };
}
