import { useSignal } from '@preact/signals';
import type { ServerNote } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { may } from '../../data/session.ts';
import { Loaded, Notice } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { say, sayProblem } from '../../design/messages.tsx';
import { countOf } from '../../design/words.ts';

export interface ServerPinProps {
  readonly server: ServerNote;
  readonly onDone: () => void;
}

/** What a server offers beside what was approved of it, if anything was; an approval is for exactly that. */
export function ServerPin({ server, onDone }: ServerPinProps) {
  const { name, pin } = server;
  const isNew = pin?.status === 'unpinned' && pin.hash !== undefined;
  if (pin === undefined || (pin.changes.length === 0 && !isNew)) return null;
  return (
    <Notice tone="warn">
      {isNew ? (
        <p>
          Its tools were never approved: they are used as it lists them, whatever it makes of them
          later.
        </p>
      ) : (
        <p>
          {countOf(pin.changes.length, 'change')} of what it offers{' '}
          {pin.changes.length === 1 ? 'waits' : 'wait'} for approval; what was approved goes on.
        </p>
      )}
      <Waiting key={`${name} ${pin.hash ?? ''}`} name={name} onDone={onDone} />
    </Notice>
  );
}

function Waiting({ name, onDone }: { readonly name: string; readonly onDone: () => void }) {
  const isBusy = useSignal(false);
  const { state, reload } = useResource<ServerNote>({
    key: name,
    load: (signal) => ask(path`/api/mcp-servers/${name}`, { signal }),
  });
  const approve = async (hash: string) => {
    isBusy.value = true;
    try {
      await ask(path`/api/mcp-servers/${name}/approve`, { body: { hash } });
      say(`What ${name} offers is approved.`);
    } catch (error) {
      sayProblem(error);
      reload();
    } finally {
      isBusy.value = false;
      onDone();
    }
  };
  return (
    <Loaded of={state.value} retry={reload}>
      {({ pin }) => (
        <>
          {pin?.difference !== undefined && (
            <pre class="code" tabIndex={0} role="region" aria-label="What changes">
              <Foreign text={pin.difference} />
            </pre>
          )}
          {may.operate.value && pin?.hash !== undefined && (
            <p class="row wrap">
              <button
                type="button"
                class="button primary"
                disabled={isBusy.value}
                onClick={() => void approve(pin.hash ?? '')}
              >
                Approve exactly this
              </button>
              <code class="muted small">{pin.hash}</code>
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}
