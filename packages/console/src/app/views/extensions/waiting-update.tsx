import { useSignal } from '@preact/signals';
import type { ExtensionNote, ExtensionProposal } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { type ApiProblem, problemOf } from '../../data/problem.ts';
import { useResource } from '../../data/resource.ts';
import { goTo, linkTo } from '../../data/route.ts';
import { may } from '../../data/session.ts';
import { Loaded, Trouble } from '../../design/feedback.tsx';
import { say } from '../../design/messages.tsx';
import { ProposalText } from './proposal-text.tsx';

export interface WaitingUpdateProps {
  readonly extension: ExtensionNote;
  readonly onDone: () => void;
}

/** An update that waits, all of it; what is approved is what is shown, by its hash. */
export function WaitingUpdate({ extension, onDone }: WaitingUpdateProps) {
  const { id, waitingHash = '' } = extension;
  const isBusy = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const { state, reload } = useResource<ExtensionProposal>({
    key: `${id} ${waitingHash}`,
    load: (signal) => ask(path`/api/extensions/${id}/update`, { signal }),
  });
  const approve = async (hash: string) => {
    isBusy.value = true;
    problem.value = undefined;
    try {
      await ask(path`/api/extensions/${id}/approve`, { body: { hash } });
      say(`The update of ${id} is taken.`);
      goTo(linkTo(['extensions', id]));
      onDone();
    } catch (error) {
      problem.value = problemOf(error);
      // It may be another update by now: that one is shown, and nothing of it is approved.
      reload();
      onDone();
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <>
      {problem.value !== undefined && <Trouble problem={problem.value} />}
      <Loaded of={state.value} retry={reload}>
        {(proposal) => (
          <div class="stack">
            <ProposalText proposal={proposal} />
            {may.operate.value && (
              <div class="row wrap">
                <button
                  type="button"
                  class="button primary"
                  disabled={isBusy.value}
                  onClick={() => void approve(proposal.hash)}
                >
                  Approve exactly this
                </button>
                <code class="muted small">{proposal.hash}</code>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}
