import { useSignal } from '@preact/signals';
import type { ExtensionProposal, GrantValue } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { type ApiProblem, problemOf } from '../../data/problem.ts';
import { goTo, linkTo } from '../../data/route.ts';
import { Trouble } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { say } from '../../design/messages.tsx';
import { Dialog } from '../../design/overlay.tsx';
import { ProposalText } from './proposal-text.tsx';

/** Shows what an extension asks for, then installs exactly that with what is granted. */
export function AddExtension({ onClose }: { readonly onClose: () => void }) {
  const proposal = useSignal<ExtensionProposal | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const isBusy = useSignal(false);
  const attempt = async (work: () => Promise<void>) => {
    isBusy.value = true;
    problem.value = undefined;
    await work().catch((error: unknown) => {
      problem.value = problemOf(error);
    });
    isBusy.value = false;
  };
  const propose = (body: object) =>
    attempt(async () => {
      proposal.value = await ask<ExtensionProposal>('/api/extension-proposals', { body });
    });
  const install = (grants: readonly GrantValue[]) =>
    attempt(async () => {
      const { hash = '', id = '' } = proposal.value ?? {};
      const body = { grants: grants.map(({ capability, value }) => ({ capability, value })) };
      await ask(path`/api/extension-proposals/${hash}/install`, { body });
      say(`Installed ${id}. Agents get its tools when you allow them.`);
      onClose();
      goTo(linkTo(['extensions', id]));
    });
  return (
    <Dialog title="Add an extension" isWide onClose={onClose}>
      {problem.value !== undefined && <Trouble problem={problem.value} />}
      {proposal.value === undefined ? (
        <Source isBusy={isBusy.value} onPropose={(body) => void propose(body)} onClose={onClose} />
      ) : (
        <Consent
          proposal={proposal.value}
          isBusy={isBusy.value}
          onInstall={(grants) => void install(grants)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface SourceProps {
  readonly isBusy: boolean;
  readonly onPropose: (body: object) => void;
  readonly onClose: () => void;
}

function Source({ isBusy, onPropose, onClose }: SourceProps) {
  const source = useSignal('');
  const file = useSignal<File | undefined>(undefined);
  const look = async (event: Event) => {
    event.preventDefault();
    if (file.value === undefined) return onPropose({ source: source.value.trim() });
    return onPropose({ fileName: file.value.name, data: toBase64(await file.value.arrayBuffer()) });
  };
  return (
    <form class="stack" onSubmit={(event) => void look(event)}>
      <div class="drop-file">
        <label for="package">A file that `mortise pack` or `npm pack` made</label>
        <input
          id="package"
          type="file"
          accept=".tgz,.tar.gz,application/gzip"
          onChange={({ currentTarget }) => {
            file.value = currentTarget.files?.[0];
          }}
        />
      </div>
      <div class="field">
        <label for="source">Or a folder or package that the host can reach</label>
        <input
          id="source"
          class="input mono"
          placeholder="./my-extension"
          disabled={file.value !== undefined}
          onInput={({ currentTarget }) => {
            source.value = currentTarget.value;
          }}
        />
      </div>
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="submit"
          class="button primary"
          disabled={isBusy || (file.value === undefined && source.value.trim() === '')}
        >
          {isBusy ? 'Reading…' : 'See what it asks for'}
        </button>
      </div>
    </form>
  );
}

function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  const parts = Array.from({ length: Math.ceil(bytes.length / 0x8000) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * 0x8000, (index + 1) * 0x8000)),
  );
  return btoa(parts.join(''));
}

interface ConsentProps {
  readonly proposal: ExtensionProposal;
  readonly isBusy: boolean;
  readonly onInstall: (grants: readonly GrantValue[]) => void;
  readonly onClose: () => void;
}

function Consent({ proposal, isBusy, onInstall, onClose }: ConsentProps) {
  const { asks, id, version } = proposal;
  const chosen = useSignal<ReadonlySet<GrantValue>>(new Set());
  const toggle = (value: GrantValue, isOn: boolean) => {
    const next = new Set(chosen.value);
    if (isOn) next.add(value);
    else next.delete(value);
    chosen.value = next;
  };
  return (
    <div class="stack">
      <p>
        <strong>
          <Foreign text={`${id} ${version ?? ''}`} isOneLine />
        </strong>{' '}
        <code class="muted small">{proposal.integrity}</code>
      </p>
      <ProposalText proposal={proposal} />
      {asks.length > 0 && (
        <fieldset class="card stack">
          <legend class="unseen">Grants</legend>
          <h3>Grant</h3>
          {asks.map((value) => (
            <label key={`${value.capability} ${value.value}`} class="row">
              <input
                type="checkbox"
                checked={chosen.value.has(value)}
                onChange={({ currentTarget }) => toggle(value, currentTarget.checked)}
              />
              {value.capability} <Foreign text={value.words} />
            </label>
          ))}
        </fieldset>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="button primary"
          disabled={isBusy}
          onClick={() => onInstall([...chosen.value])}
        >
          Install with{' '}
          {chosen.value.size === 0 ? 'no grants' : `${chosen.value.size} of ${asks.length}`}
        </button>
      </div>
    </div>
  );
}
