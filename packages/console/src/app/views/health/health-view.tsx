import type { Diagnostic, HealthAnswer } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { Empty, Loaded, Notice } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';

/** The one list of what an operator should know, worst first: as `mortise doctor` and `/health` have it. */
export function HealthView() {
  const { state, reload } = useResource<HealthAnswer>({
    key: 'health',
    topics: ['health', 'changed', 'sandbox', 'stops'],
    load: (signal) => ask('/health', { signal }),
  });
  return (
    <main class="page">
      <div class="heading">
        <div>
          <h1>What needs attention</h1>
          <p>The same list as the banner of the host, `mortise doctor` and /health.</p>
        </div>
      </div>
      <Loaded of={state.value} retry={reload}>
        {({ diagnostics }) => {
          if (diagnostics === undefined) {
            return (
              <Empty icon="health" title="Not for these eyes">
                What is wrong with the host is told to those who may view all agents.
              </Empty>
            );
          }
          return diagnostics.length === 0 ? (
            <Empty icon="health" title="All is well" />
          ) : (
            diagnostics.map((each, index) => <Finding key={index} found={each} />)
          );
        }}
      </Loaded>
    </main>
  );
}

const TONES: Readonly<Record<string, 'bad' | 'warn' | 'accent'>> = {
  error: 'bad',
  warning: 'warn',
};

function Finding({ found }: { readonly found: Diagnostic }) {
  const { severity, subject, message, hint, code, file, line } = found;
  return (
    <Notice tone={TONES[severity] ?? 'accent'}>
      <p>
        <strong>
          <Foreign text={subject} isOneLine />
        </strong>{' '}
        <code class="muted">{code}</code>
      </p>
      <p>
        <Foreign text={message} />
      </p>
      <p class="muted small">
        <Foreign text={hint} />
        {file !== undefined && (
          <>
            {' · '}
            <code>
              <Foreign text={`${file}:${line ?? 1}`} isOneLine />
            </code>
          </>
        )}
      </p>
    </Notice>
  );
}
