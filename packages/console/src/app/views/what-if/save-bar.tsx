import { useSignal } from '@preact/signals';
import type { ConfigAnswer, SavedAnswer } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { type ApiProblem, problemOf } from '../../data/problem.ts';
import { Trouble } from '../../design/feedback.tsx';
import { say, sayProblem, sayTrouble } from '../../design/messages.tsx';
import type { Proposed } from './use-proposal.ts';

export interface SaveBarProps {
  readonly file: ConfigAnswer;
  readonly proposed: Proposed;
  readonly reload: () => void;
  readonly onSaved: () => void;
}

/** Writes what was shown, if the file still is what it was shown for. */
export function SaveBar({ file, proposed, reload, onSaved }: SaveBarProps) {
  const isBusy = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const { answer, isAsking, base = '' } = proposed;
  if (answer === undefined || answer.text === file.text) {
    return problem.value === undefined ? null : <Trouble problem={problem.value} />;
  }
  const save = async () => {
    isBusy.value = true;
    problem.value = undefined;
    try {
      const { hash, isAccepted } = await write(base, answer.text);
      onSaved();
      if (!isAccepted)
        sayTrouble(
          'It was written, and the host goes on with the configuration before it.',
          'Health says what is wrong with it.',
        );
      else
        say(
          'Saved, and in force from the next request on.',
          () => void undo(hash, file.text, onSaved),
        );
    } catch (error) {
      if (await isWritten(error, answer.text)) {
        onSaved();
        say('It was written: the answer was lost, and the file says so.');
      } else problem.value = problemOf(error);
      // What is shown next is worked out from what the file says now.
      reload();
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <>
      {problem.value !== undefined && <Trouble problem={problem.value} />}
      <div class="save-bar">
        <span class="grow muted">
          {answer.isAcceptable
            ? 'Nothing is written before you save.'
            : 'What is wrong has to be mended first.'}
        </span>
        <button
          type="button"
          class="button primary"
          disabled={!answer.isAcceptable || isAsking || isBusy.value}
          onClick={() => void save()}
        >
          {isBusy.value ? 'Saving…' : `Save to ${file.fileName}`}
        </button>
      </div>
    </>
  );
}

function write(base: string, text: string): Promise<SavedAnswer> {
  return ask('/api/config', { body: { base, text } });
}

/** Whether a text of which no answer came is in the file; what cannot be asked is not known. */
async function isWritten(error: unknown, text: string): Promise<boolean> {
  if (problemOf(error).code !== 'answer_lost') return false;
  const now = await ask<ConfigAnswer>('/api/config').catch(() => undefined);
  return now?.text === text;
}

/** Back to the text before, unless the file was changed since. */
async function undo(base: string, text: string, onDone: () => void): Promise<void> {
  try {
    await write(base, text);
    onDone();
    say('The configuration is as it was.');
  } catch (error) {
    sayProblem(error);
  }
}
