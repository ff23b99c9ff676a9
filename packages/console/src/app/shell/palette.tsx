import { signal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { AgentsAnswer } from '../data/answers.ts';
import { ask } from '../data/api.ts';
import { goTo, linkTo } from '../data/route.ts';
import { Foreign } from '../design/foreign.tsx';
import { Icon, type IconName } from '../design/icon.tsx';
import { Dialog } from '../design/overlay.tsx';
import { visibleViews } from './navigation.tsx';

export const isPaletteOpen = signal(false);

interface Target {
  readonly icon: IconName;
  readonly label: string;
  readonly link: string;
}

const MOST_AGENTS = 12;

/** Goes anywhere by name: views and agents. */
export function Palette() {
  return isPaletteOpen.value ? <OpenPalette /> : null;
}

function OpenPalette() {
  const id = useId();
  const text = useSignal('');
  const agents = useSignal<readonly Target[]>([]);
  const chosen = useSignal(0);
  useEffect(() => {
    const controller = new AbortController();
    findAgents(text.value, controller.signal).then(
      (found) => {
        agents.value = found;
      },
      () => undefined,
    );
    return () => controller.abort();
  }, [text.value]);
  // Those of the last question are there until the next is answered: only what fits is offered.
  const targets = useComputed(() => [
    ...findViews(text.value),
    ...agents.value.filter(({ label }) =>
      label.toLowerCase().includes(text.value.trim().toLowerCase()),
    ),
  ]);
  const close = () => {
    isPaletteOpen.value = false;
  };
  const open = ({ link }: Target) => {
    close();
    goTo(link);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const count = targets.value.length;
    if (step !== 0 && count > 0) chosen.value = (chosen.value + step + count) % count;
    const target = targets.value[chosen.value];
    if (event.key === 'Enter' && target !== undefined) open(target);
    if (step !== 0 || event.key === 'Enter') event.preventDefault();
  };
  return (
    <Dialog title="Go to" onClose={close}>
      <div class="stack palette">
        <input
          class="input"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={`${id}-${chosen.value}`}
          aria-label="A view or an agent"
          placeholder="A view or an agent"
          autocomplete="off"
          onKeyDown={onKeyDown}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
            chosen.value = 0;
          }}
        />
        <div id={id} role="listbox" aria-label="Found">
          {targets.value.map((target, index) => (
            <div
              key={target.link}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen.value}
              onClick={() => open(target)}
              onKeyDown={undefined}
            >
              <Icon name={target.icon} />
              <Foreign text={target.label} isOneLine />
            </div>
          ))}
        </div>
        {targets.value.length === 0 && <p class="muted">Nothing has this name.</p>}
      </div>
    </Dialog>
  );
}

function findViews(text: string): readonly Target[] {
  const wanted = text.trim().toLowerCase();
  return visibleViews()
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map(({ id, label, icon }) => ({ icon, label, link: linkTo([id]) }));
}

async function findAgents(text: string, signal: AbortSignal): Promise<readonly Target[]> {
  const search = text.trim();
  const query = { limit: MOST_AGENTS, ...(search === '' ? {} : { search }) };
  const { agents } = await ask<AgentsAnswer>('/api/agents', { query, signal });
  return agents.map(({ id }) => ({ icon: 'agents', label: id, link: linkTo(['agents', id]) }));
}
