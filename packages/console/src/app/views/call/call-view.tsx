import './call.css';
import { useSignal } from '@preact/signals';
import type { CallResult, ToolDetail } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { type ApiProblem, problemOf } from '../../data/problem.ts';
import { useResource } from '../../data/resource.ts';
import { route } from '../../data/route.ts';
import { Empty, Loaded, Trouble } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { originWord, tokens } from '../../design/words.ts';
import { ArgumentsForm } from './arguments-form.tsx';
import { CallOutcome } from './call-outcome.tsx';
import { Target } from './target.tsx';

/** Calls a tool as an agent would, through every gate; or asks what would happen. */
export function CallView() {
  const [, agent = '', tool = ''] = route.value.parts;
  return (
    <main class="page">
      <div class="heading">
        <div>
          <h1>Call a tool</h1>
          <p>
            As the agent would: every rule, rate and approval holds, and the call is in the audit
            log.
          </p>
        </div>
      </div>
      <Target agent={agent} tool={tool} />
      {agent !== '' && tool !== '' ? (
        <Caller key={`${agent} ${tool}`} agent={agent} tool={tool} />
      ) : (
        <Empty icon="play" title="Which tool, as which agent?">
          Choose both above, or open a tool of an agent and call it from there.
        </Empty>
      )}
    </main>
  );
}

interface Ended {
  readonly result?: CallResult;
  readonly problem?: ApiProblem;
}

function Caller({ agent, tool }: { readonly agent: string; readonly tool: string }) {
  const { state, reload } = useResource<ToolDetail>({
    key: tool,
    topics: ['changed'],
    load: (signal) => ask(path`/api/tools/${tool}`, { signal }),
  });
  const ended = useSignal<Ended>({});
  const isBusy = useSignal(false);
  const call = async ({ kind }: ToolDetail, args: unknown, isDryRun: boolean) => {
    isBusy.value = true;
    ended.value = {};
    try {
      const body = { kind, calls: [{ name: tool, args }], dryRun: isDryRun };
      const { results } = await ask<{ readonly results: readonly CallResult[] }>(
        path`/api/agents/${agent}/calls`,
        { body },
      );
      ended.value = results[0] === undefined ? {} : { result: results[0] };
    } catch (error) {
      ended.value = { problem: problemOf(error) };
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <Loaded of={state.value} retry={reload}>
      {(found) => (
        <div class="call-page">
          <section class="card stack" aria-label="Arguments">
            <Description tool={found} />
            <ArgumentsForm
              {...{ agent, tool, schema: found.schema }}
              isBusy={isBusy.value}
              onCall={(args, isDryRun) => void call(found, args, isDryRun)}
            />
          </section>
          <section class="card stack" aria-label="Result" aria-live="polite">
            <h2>Result</h2>
            {ended.value.problem !== undefined && <Trouble problem={ended.value.problem} />}
            {ended.value.result !== undefined && <CallOutcome result={ended.value.result} />}
            {ended.value.result === undefined && ended.value.problem === undefined && (
              <p class="muted">
                {isBusy.value
                  ? 'It runs. If a person must approve it, it waits for that.'
                  : 'Nothing was called yet.'}
              </p>
            )}
          </section>
        </div>
      )}
    </Loaded>
  );
}

function Description({ tool }: { readonly tool: ToolDetail }) {
  return (
    <div class="stack">
      <h2 class="mono">
        <Foreign text={tool.name} isOneLine />
      </h2>
      <p>
        <Foreign text={tool.description} />
      </p>
      <p class="muted small">
        <Foreign text={originWord(tool.origin)} isOneLine /> ·{' '}
        {tool.kind === 'tool' ? tokens(tool.definitionTokens) : tool.kind}
      </p>
    </div>
  );
}
