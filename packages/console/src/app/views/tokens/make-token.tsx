import { useSignal } from '@preact/signals';
import type { Role } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { type ApiProblem, problemOf } from '../../data/problem.ts';
import { Command } from '../../design/command.tsx';
import { Notice, Trouble } from '../../design/feedback.tsx';
import { Dialog } from '../../design/overlay.tsx';

const ROLES: readonly (readonly [role: Role, words: string])[] = [
  ['call', 'lists and calls the tools of its agents'],
  ['view', 'reads what operators see of its agents'],
  ['approve', 'sees calls that wait, and decides them'],
  ['operate', 'everything, tokens included'],
];

const LIFETIMES = [
  ['12 hours', 12],
  ['30 days', 720],
  ['90 days', 2_160],
  ['1 year', 8_760],
] as const;

const HOUR_MS = 3_600_000;

/** Makes a token and shows it, this once. */
export function MakeToken({ onClose }: { readonly onClose: () => void }) {
  const made = useSignal<string | undefined>(undefined);
  return (
    <Dialog title={made.value === undefined ? 'Make a token' : 'Here it is'} onClose={onClose}>
      {made.value === undefined ? (
        <Wish onMade={(token) => (made.value = token)} onClose={onClose} />
      ) : (
        <div class="stack">
          <Notice tone="warn">It is shown this once. Give it to its client and to no other.</Notice>
          <Command text={made.value} />
          <div class="actions">
            <button type="button" class="button primary" onClick={onClose}>
              I have it
            </button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

interface WishProps {
  readonly onMade: (token: string) => void;
  readonly onClose: () => void;
}

function Wish({ onMade, onClose }: WishProps) {
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const make = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      const body = wishOf(new FormData(event.currentTarget as HTMLFormElement));
      const { token } = await ask<{ readonly token: string }>('/api/tokens', { body });
      onMade(token);
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  return (
    <form class="stack" onSubmit={(event) => void make(event as SubmitEvent)}>
      {problem.value !== undefined && <Trouble problem={problem.value} />}
      <div class="field">
        <label for="token-name">What it is for</label>
        <input id="token-name" name="name" class="input" maxLength={200} />
      </div>
      <div class="field">
        <label for="token-agents">Agents (empty: all)</label>
        <input id="token-agents" name="agents" class="input mono" />
      </div>
      <fieldset class="stack">
        <legend class="label">Roles</legend>
        {ROLES.map(([role, words]) => (
          <label key={role} class="row">
            <input type="checkbox" name="roles" value={role} defaultChecked={role === 'call'} />
            <strong>{role}</strong> <span class="muted">{words}</span>
          </label>
        ))}
      </fieldset>
      <div class="field">
        <label for="token-user">User it speaks for (empty: none)</label>
        <input id="token-user" name="user" class="input mono" />
      </div>
      <div class="field">
        <label for="token-lifetime">Good for</label>
        <select id="token-lifetime" name="hours" class="input" defaultValue="2160">
          {LIFETIMES.map(([label, hours]) => (
            <option key={hours} value={hours}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="button primary">
          Make it
        </button>
      </div>
    </form>
  );
}

function wishOf(form: FormData): object {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const agents = text('agents')
    .split(/[\s,]+/)
    .filter(Boolean);
  return {
    agents: agents.length === 0 ? 'all' : agents,
    roles: form.getAll('roles').map(String),
    lifetimeMs: Number(text('hours')) * HOUR_MS,
    ...(text('name') === '' ? {} : { name: text('name') }),
    ...(text('user') === '' ? {} : { userId: text('user') }),
  };
}
