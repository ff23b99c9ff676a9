import { useSignal } from '@preact/signals';
import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Notice, Waiting } from '../../design/feedback.tsx';
import { Icon } from '../../design/icon.tsx';
import { prefill } from './prefill.ts';
import type { SchemaFormProps } from './schema-form.tsx';

export interface ArgumentsFormProps {
  readonly agent: string;
  readonly tool: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly isBusy: boolean;
  readonly onCall: (args: unknown, isDryRun: boolean) => void;
}

/** Beyond this a form is of no use to a person. */
const MOST_SCHEMA_CHARS = 100_000;

/** The arguments of a call: in a form made from the schema, or as JSON. Both are the same value. */
export function ArgumentsForm({ agent, tool, schema, isBusy, onCall }: ArgumentsFormProps) {
  const start = useSignal(takePrefill(agent, tool));
  const text = useSignal(start.value);
  const hasForm = JSON.stringify(schema).length <= MOST_SCHEMA_CHARS;
  const way = useSignal<'form' | 'json'>(hasForm ? 'form' : 'json');
  const parsed = parse(text.value);
  const call = (isDryRun: boolean) => {
    if (parsed.status === 'ok') onCall(parsed.value, isDryRun);
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        call(false);
      }}
    >
      <div class="chips">
        {WAYS.map(([each, label]) => (
          <button
            key={each}
            type="button"
            class="chip"
            aria-pressed={way.value === each}
            disabled={each === 'form' && (!hasForm || parsed.status !== 'ok')}
            onClick={() => {
              way.value = each;
            }}
          >
            {label}
          </button>
        ))}
      </div>
      {way.value === 'form' && parsed.status === 'ok' ? (
        <Guard
          fallback={() => {
            way.value = 'json';
          }}
        >
          <LazyForm
            schema={schema}
            value={parsed.value}
            onChange={(value) => {
              text.value = JSON.stringify(value ?? {}, null, 2);
            }}
          />
        </Guard>
      ) : (
        <JsonInput
          text={text.value}
          isBad={parsed.status !== 'ok'}
          onInput={(typed) => {
            text.value = typed;
          }}
        />
      )}
      <div class="row wrap">
        <button type="submit" class="button primary" disabled={isBusy || parsed.status !== 'ok'}>
          <Icon name="play" /> {isBusy ? 'Running…' : 'Call'}
        </button>
        <button
          type="button"
          class="button"
          disabled={isBusy || parsed.status !== 'ok'}
          onClick={() => call(true)}
        >
          Dry run
        </button>
      </div>
    </form>
  );
}

const WAYS = [
  ['form', 'Form'],
  ['json', 'JSON'],
] as const;

function takePrefill(agent: string, tool: string): string {
  const given = prefill.peek();
  prefill.value = undefined;
  if (given === undefined || given.agent !== agent || given.tool !== tool) return '{}';
  const { status } = parse(given.args);
  return status === 'ok' ? JSON.stringify(JSON.parse(given.args), null, 2) : given.args;
}

function parse(
  text: string,
): { readonly status: 'ok'; readonly value: unknown } | { readonly status: 'bad' } {
  try {
    return { status: 'ok', value: JSON.parse(text) };
  } catch {
    return { status: 'bad' };
  }
}

interface JsonInputProps {
  readonly text: string;
  readonly isBad: boolean;
  readonly onInput: (text: string) => void;
}

function JsonInput({ text, isBad, onInput }: JsonInputProps) {
  return (
    <div class="field">
      <label for="arguments">Arguments as JSON</label>
      <textarea
        id="arguments"
        class="input mono"
        rows={10}
        spellcheck={false}
        aria-invalid={isBad}
        {...(isBad && { 'aria-describedby': 'arguments-bad' })}
        value={text}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {isBad && (
        <div id="arguments-bad">
          <Notice tone="warn">This is not JSON yet.</Notice>
        </div>
      )}
    </div>
  );
}

/** The form and its library come when they are first needed. */
function LazyForm(props: SchemaFormProps) {
  const form = useSignal<ComponentType<SchemaFormProps> | undefined>(undefined);
  useEffect(() => {
    void import('./schema-form.tsx').then(({ SchemaForm }) => {
      form.value = SchemaForm;
    });
  }, []);
  const Form = form.value;
  return Form === undefined ? <Waiting /> : <Form {...props} />;
}

interface GuardProps {
  readonly fallback: () => void;
  readonly children: ComponentChildren;
}

/** A schema from outside may be one that no form can be made of. */
class Guard extends Component<GuardProps> {
  override componentDidCatch(): void {
    this.props.fallback();
  }

  override render() {
    return this.props.children;
  }
}
