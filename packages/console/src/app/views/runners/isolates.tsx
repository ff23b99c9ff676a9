import type { RunnersAnswer } from '../../data/answers.ts';
import { linkTo } from '../../data/route.ts';
import { Foreign } from '../../design/foreign.tsx';
import { count } from '../../design/words.ts';

type SandboxExtension = RunnersAnswer['extensions'][number];

/** The extensions that the sandbox knows, and where the next call of each would run. */
export function Isolates({ extensions }: { readonly extensions: readonly SandboxExtension[] }) {
  if (extensions.length === 0) return null;
  const hasPlaces = extensions.some(({ runsOn }) => runsOn !== undefined);
  return (
    <section class="card stack">
      <h2>Extensions in the sandbox</h2>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Extensions in the sandbox">
        <table class="plain-table">
          <thead>
            <tr>
              <th scope="col">Extension</th>
              <th scope="col">State</th>
              {hasPlaces && <th scope="col">Next call runs</th>}
              <th scope="col">Process</th>
              <th scope="col">Compiler</th>
              <th scope="col" class="number">
                Crashes
              </th>
              <th scope="col" class="number">
                Calls
              </th>
            </tr>
          </thead>
          <tbody>
            {extensions.map((each) => (
              <Isolate key={each.id} extension={each} hasPlaces={hasPlaces} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface IsolateProps {
  readonly extension: SandboxExtension;
  readonly hasPlaces: boolean;
}

function Isolate({ extension, hasPlaces }: IsolateProps) {
  const { id, state, placement, jit, crashes, callsFinished, runsOn } = extension;
  return (
    <tr>
      <td>
        <a href={linkTo(['extensions', id])}>
          <Foreign text={id} isOneLine />
        </a>
      </td>
      <td>
        <span class={`badge ${state === 'ready' ? 'tone-good' : 'tone-bad'}`}>{state}</span>
      </td>
      {hasPlaces && (
        <td>
          {runsOn === undefined ? '—' : runsOn.place === 'remote' ? 'on a node' : 'on this machine'}
          {runsOn !== undefined && (
            <span class="muted small block">
              <Foreign text={runsOn.because} isOneLine />
            </span>
          )}
        </td>
      )}
      <td>{placement}</td>
      <td>{jit}</td>
      <td class="number">{count(crashes)}</td>
      <td class="number">{count(callsFinished)}</td>
    </tr>
  );
}
