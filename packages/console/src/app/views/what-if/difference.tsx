import { useSignal } from '@preact/signals';
import type { AgentChange, ConfigAnswer, MovedTool, ProposalAnswer } from '../../data/answers.ts';
import { linkTo } from '../../data/route.ts';
import { CodeEditor } from '../../design/code-editor.tsx';
import { Empty, Notice, Trouble, Waiting } from '../../design/feedback.tsx';
import { Foreign, ForeignCode } from '../../design/foreign.tsx';
import { stateWord } from '../../design/state-badge.tsx';
import { countOf, tokens } from '../../design/words.ts';
import type { Proposed } from './use-proposal.ts';

export interface DifferenceProps {
  readonly file: ConfigAnswer;
  readonly proposed: Proposed;
  readonly hasChanges: boolean;
}

/** What would be different: for each agent, and in the file. */
export function Difference({ file, proposed, hasChanges }: DifferenceProps) {
  const { answer, problem, isAsking } = proposed;
  if (!hasChanges) {
    return (
      <Empty icon="whatIf" title="Nothing is changed yet">
        Try a change, or edit the file. Nothing is written before you save.
      </Empty>
    );
  }
  if (problem !== undefined) return <Trouble problem={problem} />;
  if (answer === undefined) return <Waiting lines={6} />;
  return (
    <div class="stack" aria-busy={isAsking}>
      <Findings answer={answer} />
      {answer.preview !== undefined && <Agents preview={answer.preview} />}
      <FileDifference file={file} text={answer.text} />
    </div>
  );
}

function Findings({ answer }: { readonly answer: ProposalAnswer }) {
  const errors = answer.diagnostics.filter(({ severity }) => severity === 'error');
  return (
    <>
      {!answer.isAcceptable && (
        <Notice tone="bad">
          <p>With this the configuration could not be used, so it cannot be saved.</p>
          <ul>
            {errors.map(({ message, line }, index) => (
              <li key={index}>
                <Foreign text={message} />{' '}
                {line !== undefined && <span class="muted">line {line}</span>}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {answer.notes.map((note) => (
        <Notice key={note}>
          <Foreign text={note} />
        </Notice>
      ))}
      {(answer.preview?.modes ?? []).map(({ path, before, after }) => (
        <Notice key={path} tone="warn">
          <p>
            <ForeignCode text={path} /> turns from {MODES[before] ?? before} to{' '}
            {MODES[after] ?? after}.
          </p>
        </Notice>
      ))}
    </>
  );
}

const MODES: Readonly<Record<string, string>> = {
  none: 'no list',
  ceiling: 'a ceiling',
  'opt-in': 'an opt-in',
};

function Agents({ preview }: { readonly preview: NonNullable<ProposalAnswer['preview']> }) {
  const { agents, changed, unchanged } = preview;
  const shown = agents.slice(0, MOST_SHOWN);
  return (
    <>
      {changed === 0 && <Notice>Nothing changes for any agent.</Notice>}
      {shown.map((agent) => (
        <Agent key={agent.agentId} agent={agent} />
      ))}
      {changed > shown.length && (
        <p class="muted">and {countOf(changed - shown.length, 'agent')} more.</p>
      )}
      {changed > 0 && unchanged > 0 && (
        <p class="muted">Nothing changes for {countOf(unchanged, 'other agent')}.</p>
      )}
    </>
  );
}

const MOST_SHOWN = 50;
const MOST_TOOLS = 30;

function Agent({ agent }: { readonly agent: AgentChange }) {
  const { agentId, appears, disappears, rules, activeCount, activeTokens } = agent;
  return (
    <article class="card stack" aria-label={agentId}>
      <div class="row spread wrap">
        <h2>
          <a href={linkTo(['agents', agentId])}>
            <Foreign text={agentId} isOneLine />
          </a>
        </h2>
        <span class="muted small">
          then {countOf(activeCount, 'tool')}, {tokens(activeTokens)}
        </span>
      </div>
      <ul class="moves">
        <Moves tools={appears} count={agent.appearCount} move="appears" />
        <Moves tools={disappears} count={agent.disappearCount} move="disappears" />
        {rules.slice(0, MOST_TOOLS).map(({ tool, before, after }) => (
          <li key={tool} data-move="rules">
            <span class="sign">~</span>
            <ForeignCode text={tool} />
            <span class="muted small">
              <Foreign text={before} /> → <Foreign text={after} />
            </span>
          </li>
        ))}
        <More count={agent.ruleCount} shown={rules} />
      </ul>
    </article>
  );
}

function More({ count, shown }: { readonly count: number; readonly shown: readonly unknown[] }) {
  const more = count - Math.min(shown.length, MOST_TOOLS);
  return more > 0 ? <li class="muted">and {more} more</li> : null;
}

function Moves({
  tools,
  count,
  move,
}: {
  readonly tools: readonly MovedTool[];
  /** Of all, of which these are the first. */
  readonly count: number;
  readonly move: 'appears' | 'disappears';
}) {
  return (
    <>
      {tools.slice(0, MOST_TOOLS).map(({ tool, tokens: cost, before, after }) => (
        <li key={tool} data-move={move}>
          <span class="sign" aria-hidden="true">
            {move === 'appears' ? '+' : '−'}
          </span>
          <span class="unseen">{move}</span>
          <ForeignCode text={tool} />
          <span class="muted small">
            {stateWord(before)} → {stateWord(after)} · {tokens(cost)}
          </span>
        </li>
      ))}
      <More count={count} shown={tools} />
    </>
  );
}

function FileDifference({ file, text }: { readonly file: ConfigAnswer; readonly text: string }) {
  const isShown = useSignal(true);
  if (text === file.text) return <p class="muted">The file stays as it is.</p>;
  return (
    <details
      open={isShown.value}
      onToggle={({ currentTarget }) => (isShown.value = currentTarget.open)}
    >
      <summary>
        In <code>{file.fileName}</code>
      </summary>
      {isShown.value && (
        <CodeEditor
          key={file.hash}
          text={text}
          original={file.text}
          fileName={file.fileName}
          label="Difference of the file"
        />
      )}
    </details>
  );
}
