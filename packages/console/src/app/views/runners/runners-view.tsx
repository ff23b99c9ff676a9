import type { JailNote, RunnersAnswer } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { Facts } from '../../design/facts.tsx';
import { Empty, Loaded } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { bytes, count, span } from '../../design/words.ts';
import { Fleet } from './fleet.tsx';
import { Isolates } from './isolates.tsx';

/** The processes that run extensions, and what holds them. */
export function RunnersView() {
  const { state, reload } = useResource<RunnersAnswer>({
    key: 'runners',
    topics: ['sandbox', 'changed'],
    load: (signal) => ask('/api/runners', { signal }),
  });
  return (
    <main class="page">
      <div class="heading">
        <div>
          <h1>Runners and jail</h1>
          <p>
            Extensions run in isolates, isolates in processes, processes in a jail of the kernel.
          </p>
        </div>
        <button type="button" class="button" onClick={reload}>
          Look again
        </button>
      </div>
      <Loaded of={state.value} retry={reload}>
        {(answer) => (
          <>
            <div class="columns">
              <Jail title="What holds extensions" jail={answer.jail} />
              <Jail title="What holds granted programs" jail={answer.programs} />
              <section class="card stack">
                <h2>This host</h2>
                <Facts
                  rows={[
                    ['Process', String(answer.host.pid)],
                    ['Node', `${answer.host.node}, ${answer.host.platform}`],
                    ['Up', span(answer.host.uptimeMs)],
                    [
                      'Memory',
                      `${bytes(answer.host.rssBytes)}, ${bytes(answer.host.heapBytes)} heap`,
                    ],
                    ['Calls', `${count(answer.callsInFlight)} in runners now`],
                  ]}
                />
              </section>
            </div>
            {answer.fleet !== undefined && <Fleet fleet={answer.fleet} />}
            <Runners answer={answer} />
            <Isolates extensions={answer.extensions} />
          </>
        )}
      </Loaded>
    </main>
  );
}

const JAIL_TONES: Readonly<Record<string, string>> = { on: 'tone-good', off: 'tone-bad' };

function Jail({ title, jail }: { readonly title: string; readonly jail: JailNote }) {
  return (
    <section class="card stack">
      <div class="row spread">
        <h2>{title}</h2>
        <span class={`badge ${JAIL_TONES[jail.state] ?? ''}`}>
          {jail.state === 'unknown' ? 'nothing ran yet' : jail.state}
        </span>
      </div>
      <Facts rows={[['Wanted', jail.tier], ...Object.entries(jail.layers)]} />
    </section>
  );
}

function Runners({ answer }: { readonly answer: RunnersAnswer }) {
  if (answer.runners.length === 0) {
    return (
      <Empty icon="runners" title="No runner is needed right now">
        The first call of an extension starts one.
      </Empty>
    );
  }
  return (
    <section class="card stack">
      <h2>Runner processes</h2>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Runner processes">
        <table class="plain-table">
          <thead>
            <tr>
              <th scope="col">Process</th>
              <th scope="col">State</th>
              <th scope="col">Extensions</th>
              <th scope="col" class="number">
                Memory
              </th>
              <th scope="col" class="number">
                Calls
              </th>
            </tr>
          </thead>
          <tbody>
            {answer.runners.map(({ pid, state, extensions, rssBytes, callsInFlight }) => (
              <tr key={pid}>
                <td class="tabular">{pid}</td>
                <td>{state}</td>
                <td>
                  <Foreign text={extensions.join(', ') || '—'} />
                </td>
                <td class="number">{rssBytes === 0 ? '—' : bytes(rssBytes)}</td>
                <td class="number">{count(callsInFlight)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
