import type { Diagnostic, ExtensionNote } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { linkTo, route } from '../../data/route.ts';
import { type FactRow, Facts } from '../../design/facts.tsx';
import { Loaded, Notice } from '../../design/feedback.tsx';
import { Foreign, ForeignCode } from '../../design/foreign.tsx';
import { count } from '../../design/words.ts';
import { ExtensionActions } from './extension-actions.tsx';
import { ExtensionBadges } from './extension-badges.tsx';
import { Grants } from './grants.tsx';
import { WaitingUpdate } from './waiting-update.tsx';

/** One extension: what it is, what it asked for, was granted and used, how it is, what waits. */
export function ExtensionView({ id }: { readonly id: string }) {
  const { tab = 'about' } = route.value.query;
  const { state, reload } = useResource<ExtensionNote>({
    key: id,
    topics: ['changed', 'sandbox', 'stops'],
    load: (signal) => ask(path`/api/extensions/${id}`, { signal }),
  });
  return (
    <main class="page">
      <Loaded of={state.value} retry={reload}>
        {(extension) => (
          <>
            <div class="heading">
              <div>
                <p class="small">
                  <a href={linkTo(['extensions'])}>Extensions</a> ›
                </p>
                <div class="row wrap">
                  <h1>
                    <Foreign text={extension.id} isOneLine />
                  </h1>
                  <ExtensionBadges extension={extension} />
                </div>
              </div>
              <ExtensionActions extension={extension} onDone={reload} />
            </div>
            <nav class="tabs" aria-label="Of this extension">
              {TABS.filter(([name]) => name !== 'update' || extension.waiting !== undefined).map(
                ([name, label]) => (
                  <a
                    key={name}
                    href={linkTo(['extensions', id], { tab: name })}
                    {...(name === tab && { 'aria-current': 'page' as const })}
                  >
                    {label}
                  </a>
                ),
              )}
            </nav>
            {tab === 'about' && <About extension={extension} />}
            {tab === 'grants' && <Grants id={id} />}
            {tab === 'update' && <WaitingUpdate extension={extension} onDone={reload} />}
          </>
        )}
      </Loaded>
    </main>
  );
}

const TABS = [
  ['about', 'About'],
  ['grants', 'Asked, granted, used'],
  ['update', 'Update'],
] as const;

function About({ extension }: { readonly extension: ExtensionNote }) {
  const { version, origin, bundleHash, health, tools, failure, diagnostics } = extension;
  const rows: readonly FactRow[] = [
    ['Version', version],
    ['From', origin],
    ['Hash', bundleHash],
    ['Sandbox', health && `${health.state}, ${health.placement} process, compiler ${health.jit}`],
    [
      'Calls',
      health && `${count(health.callsFinished)} finished, ${count(health.callsInFlight)} running`,
    ],
    ['Crashes', health && count(health.crashes)],
  ];
  return (
    <div class="stack">
      {failure !== undefined && <Finding found={{ severity: 'error', ...failure }} />}
      {diagnostics.map((each, index) => (
        <Finding key={index} found={each} />
      ))}
      <div class="columns">
        <section class="card stack">
          <h2>What runs</h2>
          <Facts rows={rows} />
        </section>
        <section class="card stack">
          <h2>Its tools</h2>
          {tools.length === 0 && <p class="muted">It holds none now.</p>}
          <p class="row wrap">
            {tools.map((tool) => (
              <ForeignCode key={tool} text={tool} />
            ))}
          </p>
        </section>
      </div>
    </div>
  );
}

function Finding({
  found,
}: {
  readonly found: Pick<Diagnostic, 'severity' | 'message' | 'hint' | 'code'>;
}) {
  return (
    <Notice tone={found.severity === 'error' ? 'bad' : 'warn'}>
      <p>
        <Foreign text={found.message} />
      </p>
      <p class="muted small">
        <Foreign text={found.hint} />
      </p>
    </Notice>
  );
}
