import { useSignal } from '@preact/signals';
import type { ServerNote } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { may } from '../../data/session.ts';
import { type FactRow, Facts } from '../../design/facts.tsx';
import { Empty, Loaded, Notice } from '../../design/feedback.tsx';
import { Foreign, ForeignCode } from '../../design/foreign.tsx';
import { say, sayProblem } from '../../design/messages.tsx';
import { count, day } from '../../design/words.ts';
import { ServerPin } from './server-pin.tsx';

const TONES: Readonly<Record<string, string>> = {
  connected: 'tone-good',
  connecting: 'tone-accent',
  waiting: 'tone-warn',
  failed: 'tone-bad',
};

/** The MCP servers behind the host: how each is, what it offers, what of that was approved. */
export function ServersView() {
  const { state, reload } = useResource<{ readonly servers: readonly ServerNote[] }>({
    key: 'servers',
    topics: ['changed', 'health'],
    load: (signal) => ask('/api/mcp-servers', { signal }),
  });
  return (
    <main class="page">
      <div class="heading">
        <div>
          <h1>MCP servers</h1>
          <p>Whose tools are mounted, whether each is connected, and what it last said.</p>
        </div>
      </div>
      <Loaded of={state.value} retry={reload}>
        {({ servers }) =>
          servers.length === 0 ? (
            <Empty icon="servers" title="No MCP server is configured">
              Name them in the configuration under `mcpServers`; their tools are pinned like those
              of extensions.
            </Empty>
          ) : (
            servers.map((server) => <Server key={server.name} server={server} onDone={reload} />)
          )
        }
      </Loaded>
    </main>
  );
}

interface ServerProps {
  readonly server: ServerNote;
  readonly onDone: () => void;
}

function Server({ server, onDone }: ServerProps) {
  const { name, status, tools, reason, lastFailure, restarts, pid, confinement, retryAt } = server;
  const rows: readonly FactRow[] = [
    ['Over', server.transport],
    [
      'Process',
      pid === undefined
        ? undefined
        : `${pid}${confinement === undefined ? '' : `, ${confinement}`}`,
    ],
    ['Restarts', restarts === undefined || restarts === 0 ? undefined : count(restarts)],
    ['Last failure', lastFailure && `${day(lastFailure.at)}: ${lastFailure.reason}`],
    ['Tried again', retryAt === undefined ? undefined : day(retryAt)],
  ];
  return (
    <article class="card stack" aria-label={name}>
      <div class="row spread wrap">
        <div class="row wrap">
          <h2>
            <Foreign text={name} isOneLine />
          </h2>
          <span class={`badge ${TONES[status] ?? ''}`}>{status}</span>
        </div>
        <Reconnect name={name} onDone={onDone} />
      </div>
      {reason !== undefined && (
        <Notice tone="bad">
          <Foreign text={reason} />
        </Notice>
      )}
      <Facts rows={rows} />
      <ServerPin server={server} onDone={onDone} />
      <p class="row wrap">
        {tools.length === 0 && <span class="muted">It has no tools here now.</span>}
        {tools.map((tool) => (
          <ForeignCode key={tool} text={tool} />
        ))}
      </p>
      <LeftOut server={server} />
      <Words lines={server.stderr ?? []} />
    </article>
  );
}

function Reconnect({ name, onDone }: { readonly name: string; readonly onDone: () => void }) {
  const isBusy = useSignal(false);
  if (!may.operate.value) return null;
  const reconnect = async () => {
    isBusy.value = true;
    try {
      await ask(path`/api/mcp-servers/${name}/reconnect`, { method: 'POST' });
      say(`Connected ${name} anew.`);
    } catch (error) {
      sayProblem(error);
    } finally {
      isBusy.value = false;
      onDone();
    }
  };
  return (
    <button type="button" class="button" disabled={isBusy.value} onClick={() => void reconnect()}>
      Connect anew
    </button>
  );
}

function LeftOut({ server }: { readonly server: ServerNote }) {
  const { leftOut = [] } = server;
  if (leftOut.length === 0) return null;
  return (
    <details>
      <summary>{count(leftOut.length)} of its tools are left out</summary>
      <ul class="stack">
        {leftOut.map(({ tool, reason }) => (
          <li key={tool}>
            <ForeignCode text={tool} />{' '}
            <span class="muted">
              <Foreign text={reason} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Words({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>What it last said</summary>
      <pre class="code" tabIndex={0} role="region" aria-label="What it last said">
        <Foreign text={lines.join('\n')} />
      </pre>
    </details>
  );
}
