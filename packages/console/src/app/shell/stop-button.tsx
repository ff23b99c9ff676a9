import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { StopNote } from '../data/answers.ts';
import { ask } from '../data/api.ts';
import type { ApiProblem } from '../data/problem.ts';
import { problemOf } from '../data/problem.ts';
import { may } from '../data/session.ts';
import { Trouble } from '../design/feedback.tsx';
import { Foreign } from '../design/foreign.tsx';
import { Icon } from '../design/icon.tsx';
import { say, sayProblem } from '../design/messages.tsx';
import { Dialog } from '../design/overlay.tsx';
import { loadStops, stops } from './status.ts';

const SCOPES = {
  all: 'Everything',
  agent: 'One agent',
  extension: 'One extension',
  server: 'One MCP server',
} as const;

type Scope = keyof typeof SCOPES;

export function StopButton() {
  const isAsking = useSignal(false);
  if (!may.operate.value) return null;
  return (
    <>
      <button
        type="button"
        class="button danger"
        onClick={() => {
          isAsking.value = true;
        }}
      >
        <Icon name="stop" />
        <span class="wide-only">Stop…</span>
      </button>
      {isAsking.value && (
        <StopDialog
          onClose={() => {
            isAsking.value = false;
          }}
        />
      )}
    </>
  );
}

export function StopDialog({
  onClose,
  scope: given = 'all',
  name: named = '',
}: {
  readonly onClose: () => void;
  readonly scope?: Scope;
  readonly name?: string;
}) {
  const id = useId();
  const scope = useSignal<Scope>(given);
  const name = useSignal(named);
  const reason = useSignal('');
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const stop = async (event: Event) => {
    event.preventDefault();
    try {
      const target = scope.value === 'all' ? {} : { name: name.value.trim() };
      const said = reason.value.trim() === '' ? {} : { reason: reason.value.trim() };
      await ask('/api/stops', { body: { scope: scope.value, ...target, ...said } });
      await loadStops();
      say('Stopped. Calls in flight are ended, new ones are refused.');
      onClose();
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  return (
    <Dialog title="Stop" onClose={onClose}>
      <form onSubmit={stop} class="stack">
        <p>
          Calls in flight are ended and new ones refused, at once and over restarts, until a person
          resumes.
        </p>
        {problem.value !== undefined && <Trouble problem={problem.value} />}
        <div class="field">
          <label for={`${id}-scope`}>What</label>
          <select
            id={`${id}-scope`}
            class="input"
            value={scope.value}
            onChange={({ currentTarget }) => {
              scope.value = currentTarget.value as Scope;
            }}
          >
            {Object.entries(SCOPES).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        {scope.value !== 'all' && (
          <div class="field">
            <label for={`${id}-name`}>Its name</label>
            <input
              id={`${id}-name`}
              class="input mono"
              required
              value={name.value}
              onInput={({ currentTarget }) => {
                name.value = currentTarget.value;
              }}
            />
          </div>
        )}
        <div class="field">
          <label for={`${id}-reason`}>Why (agents are told)</label>
          <input
            id={`${id}-reason`}
            class="input"
            maxLength={500}
            onInput={({ currentTarget }) => {
              reason.value = currentTarget.value;
            }}
          />
        </div>
        <div class="actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button danger filled">
            <Icon name="stop" /> Stop {scope.value === 'all' ? 'everything' : 'it'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What is stopped is in sight wherever one is. */
export function Halted() {
  if (stops.value.length === 0) return null;
  return (
    <>
      {stops.value.map((stop) => (
        <div key={stop.id} class="halted" role="alert">
          <Icon name="stop" />
          <span class="grow">
            {describe(stop)}
            {stop.reason !== undefined && (
              <>
                {': '}
                <Foreign text={stop.reason} isOneLine />
              </>
            )}
            {!stop.isDurable && ' (not kept over a restart)'}
          </span>
          {may.operate.value && (
            <button type="button" class="button" onClick={() => void resume(stop)}>
              Resume
            </button>
          )}
        </div>
      ))}
    </>
  );
}

function describe({ scope, name }: StopNote): string {
  const words = { all: 'Everything', agent: 'Agent', extension: 'Extension', server: 'MCP server' };
  return `${words[scope]}${scope === 'all' ? '' : ` ${name}`} is stopped`;
}

async function resume({ scope, name }: StopNote): Promise<void> {
  try {
    const target = scope === 'all' ? { scope } : { scope, name };
    await ask('/api/stops/lift', { body: target });
    await loadStops();
    say('Resumed.', () => {
      void ask('/api/stops', { body: target }).then(loadStops, sayProblem);
    });
  } catch (error) {
    sayProblem(error);
  }
}
