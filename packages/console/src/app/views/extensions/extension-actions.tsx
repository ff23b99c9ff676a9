import { useSignal } from '@preact/signals';
import type { ExtensionNote } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { linkTo } from '../../data/route.ts';
import { may } from '../../data/session.ts';
import { confirm } from '../../design/confirm.tsx';
import { ForeignCode } from '../../design/foreign.tsx';
import { say, sayProblem } from '../../design/messages.tsx';
import { countOf } from '../../design/words.ts';

export interface ExtensionActionsProps {
  readonly extension: ExtensionNote;
  readonly onDone: () => void;
}

/** Switches, reloads and leads to what waits. */
export function ExtensionActions({ extension, onDone }: ExtensionActionsProps) {
  const isBusy = useSignal(false);
  const { id, failure, waiting, tools } = extension;
  const isOff = failure?.code === 'extension_disabled';
  if (!may.operate.value) return null;
  const move = async (verb: 'enable' | 'disable' | 'reload') => {
    isBusy.value = true;
    try {
      const { isKept } = await ask<{ readonly isKept?: boolean }>(MOVES[verb](id), {
        method: 'POST',
      });
      const lasting = isKept === false ? ' until the host ends: the file could not be changed' : '';
      const back = verb === 'enable' ? 'disable' : 'enable';
      say(`${WORDS[verb]} ${id}${lasting}.`, verb === 'reload' ? undefined : () => void move(back));
      onDone();
    } catch (error) {
      sayProblem(error);
      onDone();
    } finally {
      isBusy.value = false;
    }
  };
  const disable = async () => {
    const isSure = await confirm({
      title: 'Switch it off?',
      detail: (
        <p>
          Calls of <ForeignCode text={id} /> are ended and its {countOf(tools.length, 'tool')} taken
          from every agent.
        </p>
      ),
      action: 'Switch off',
      isDangerous: true,
    });
    if (isSure) await move('disable');
  };
  return (
    <div class="row wrap">
      {waiting !== undefined && (
        <a class="button primary" href={linkTo(['extensions', id], { tab: 'update' })}>
          Review update
        </a>
      )}
      {isOff ? (
        <button
          type="button"
          class="button"
          disabled={isBusy.value}
          onClick={() => void move('enable')}
        >
          Switch on
        </button>
      ) : (
        <>
          <button
            type="button"
            class="button"
            disabled={isBusy.value}
            onClick={() => void move('reload')}
          >
            Reload
          </button>
          <button
            type="button"
            class="button danger"
            disabled={isBusy.value}
            onClick={() => void disable()}
          >
            Switch off
          </button>
        </>
      )}
    </div>
  );
}

const MOVES = {
  enable: (id: string) => path`/api/extensions/${id}/enable`,
  disable: (id: string) => path`/api/extensions/${id}/disable`,
  reload: (id: string) => path`/api/extensions/${id}/reload`,
} as const;

const WORDS = {
  enable: 'Switched on',
  disable: 'Switched off',
  reload: 'Looked at the code of',
} as const;
