import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Notice } from '../../design/feedback.tsx';
import {
  type ChangeForm,
  type ChangeKind,
  changeOf,
  KINDS,
  type NamedChange,
  wordsIn,
} from './changes.ts';

export interface AddChangeProps {
  /** What the address asks for. */
  readonly start: { readonly agent: string; readonly allow: string; readonly deny: string };
  readonly onAdd: (change: NamedChange) => void;
}

interface Typed extends Omit<ChangeForm, 'texts' | 'allowed' | 'initial'> {
  readonly texts: string;
  readonly allowed: string;
  readonly initial: string;
}

/** Asks for one change at a time. */
export function AddChange({ start, onAdd }: AddChangeProps) {
  const typed = useSignal<Typed>({
    ...{ agent: start.agent, texts: start.allow || start.deny, profile: '' },
    kind: start.deny === '' ? 'allow' : 'deny',
    ...{ allowed: '', initial: '', ruling: 'ask', when: '', reason: '' },
  });
  const fault = useSignal<string | undefined>(undefined);
  const { kind } = typed.value;
  const set = (part: Partial<Typed>) => {
    typed.value = { ...typed.value, ...part };
  };
  const add = (event: Event) => {
    event.preventDefault();
    try {
      const { texts, allowed, initial, ...rest } = typed.value;
      const lists = { texts: wordsIn(texts), allowed: wordsIn(allowed), initial: wordsIn(initial) };
      onAdd(changeOf({ ...rest, ...lists }));
      fault.value = undefined;
      set({ texts: '' });
    } catch (error) {
      fault.value = error instanceof Error ? error.message : String(error);
    }
  };
  const isOfTools = kind !== 'profile' && kind !== 'toolkits';
  return (
    <form class="card stack" onSubmit={add}>
      <h2>Try a change</h2>
      <Kind value={kind} onChange={(next) => set({ kind: next })} />
      <Line
        label="Agent"
        value={typed.value.agent}
        onInput={(agent) => set({ agent })}
        hint={AGENT_HINTS[kind]}
      />
      {isOfTools && (
        <Line
          label="Tools"
          value={typed.value.texts}
          onInput={(texts) => set({ texts })}
          hint="names, ids of extensions, group:…, prefix*"
        />
      )}
      {kind === 'profile' && (
        <Line label="Profile" value={typed.value.profile} onInput={(profile) => set({ profile })} />
      )}
      {kind === 'toolkits' && (
        <>
          <Line
            label="May load"
            value={typed.value.allowed}
            onInput={(allowed) => set({ allowed })}
          />
          <Line
            label="Loaded from the start"
            value={typed.value.initial}
            onInput={(initial) => set({ initial })}
          />
        </>
      )}
      {kind === 'rule' && <Rule typed={typed.value} set={set} />}
      {fault.value !== undefined && (
        <div role="alert">
          <Notice tone="warn">{fault.value}</Notice>
        </div>
      )}
      <button type="submit" class="button primary">
        Try it
      </button>
    </form>
  );
}

const AGENT_HINTS: Readonly<Partial<Record<ChangeKind, string>>> = {
  profile: 'empty: of all agents',
  rule: 'empty: for all agents',
};

function Kind({
  value,
  onChange,
}: {
  readonly value: ChangeKind;
  readonly onChange: (kind: ChangeKind) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>What</label>
      <select
        id={id}
        class="input"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as ChangeKind)}
      >
        {Object.entries(KINDS).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly onInput: (text: string) => void;
}

function Line({ label, value, hint, onInput }: LineProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input mono"
        value={value}
        autocomplete="off"
        spellcheck={false}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {hint !== undefined && (
        <span id={`${id}-hint`} class="muted small">
          {hint}
        </span>
      )}
    </div>
  );
}

const RULINGS = [
  ['ask', 'Ask a person'],
  ['deny', 'Refuse'],
  ['allow', 'Allow'],
] as const;

function Rule({
  typed,
  set,
}: {
  readonly typed: Typed;
  readonly set: (part: Partial<Typed>) => void;
}) {
  const id = useId();
  return (
    <>
      <div class="field">
        <label for={`${id}-ruling`}>Then</label>
        <select
          id={`${id}-ruling`}
          class="input"
          value={typed.ruling}
          onChange={({ currentTarget }) => set({ ruling: currentTarget.value })}
        >
          {RULINGS.map(([ruling, label]) => (
            <option key={ruling} value={ruling}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={`${id}-when`}>When (JSON Schema over the arguments; empty: always)</label>
        <textarea
          id={`${id}-when`}
          class="input mono"
          spellcheck={false}
          value={typed.when}
          onInput={({ currentTarget }) => set({ when: currentTarget.value })}
        />
      </div>
      <Line label="Reason" value={typed.reason} onInput={(reason) => set({ reason })} />
    </>
  );
}
