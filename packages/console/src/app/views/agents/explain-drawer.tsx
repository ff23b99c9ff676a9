import type { ExplainAnswer, Explanation, Step } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { Command } from '../../design/command.tsx';
import { Loaded } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Drawer } from '../../design/overlay.tsx';
import { StateBadge } from '../../design/state-badge.tsx';
import { originWord } from '../../design/words.ts';

export interface ExplainDrawerProps {
  readonly agent: string;
  readonly tool: string;
  readonly session: string;
  readonly onClose: () => void;
}

/** Why an agent has a tool or has it not: every rule that looked at it, in order. */
export function ExplainDrawer({ agent, tool, session, onClose }: ExplainDrawerProps) {
  const { state, reload } = useResource<ExplainAnswer>({
    key: JSON.stringify([agent, tool, session]),
    topics: ['changed', 'stops'],
    load: (signal) => ask(path`/api/agents/${agent}/tools/${tool}`, { query: { session }, signal }),
  });
  return (
    <Drawer
      onClose={onClose}
      title={
        <span class="mono">
          <Foreign text={tool} isOneLine />
        </span>
      }
    >
      <Loaded of={state.value} retry={reload}>
        {({ explanations }) =>
          explanations.map((each) => (
            <Story
              key={`${originWord(each.origin)} ${each.state}`}
              explanation={each}
              agent={agent}
            />
          ))
        }
      </Loaded>
    </Drawer>
  );
}

function Story({
  explanation,
  agent,
}: {
  readonly explanation: Explanation;
  readonly agent: string;
}) {
  const { state, summary, decision, steps, remedies, origin } = explanation;
  return (
    <>
      <section class="stack">
        <p class="row wrap">
          <StateBadge state={state} />
          <span class="muted">
            from <Foreign text={originWord(origin)} isOneLine /> for{' '}
            <Foreign text={agent} isOneLine />
          </span>
        </p>
        <p>{summary}</p>
        {decision !== undefined && (
          <p class="decision">
            <strong>
              <Foreign text={decision.sentence} />
            </strong>
            {decision.others > 0 && <span class="muted"> and {decision.others} more, below</span>}
            <Where place={decision} />
          </p>
        )}
      </section>
      {remedies.length > 0 && (
        <section class="stack">
          <h3>To change it</h3>
          {remedies.map((remedy) => (
            <Remedy key={remedy} text={remedy} />
          ))}
        </section>
      )}
      <section class="stack">
        <h3>Every step</h3>
        <ol class="steps">
          {steps.map((step, index) => (
            <StepLine key={index} step={step} />
          ))}
        </ol>
      </section>
    </>
  );
}

/** A remedy that is a command can be taken along. */
function Remedy({ text }: { readonly text: string }) {
  const command = /^Run `(.+)`\.$/.exec(text)?.[1];
  if (command !== undefined) return <Command text={command} />;
  return (
    <p>
      <Foreign text={text} />
    </p>
  );
}

const VERDICTS = {
  pass: 'passes',
  block: 'stops it',
  expose: 'puts it in front',
  info: 'note',
} as const;

function StepLine({ step }: { readonly step: Step }) {
  return (
    <li data-verdict={step.verdict}>
      <span class="verdict">{VERDICTS[step.verdict]}</span>
      <div class="grow">
        <p>
          <span class="muted">
            {step.phase} · <Foreign text={step.layer} isOneLine />
          </span>
        </p>
        <p>
          <Foreign text={step.rule} />
        </p>
        <Where place={step} />
      </div>
    </li>
  );
}

function Where({ place }: { readonly place: Pick<Step, 'path' | 'file' | 'line'> }) {
  const { path: at, file, line } = place;
  if (at === undefined) return null;
  return (
    <span class="where mono small muted">
      <Foreign text={file === undefined ? at : `${file}:${line}`} isOneLine />
      {file !== undefined && (
        <>
          {' · '}
          <Foreign text={at} isOneLine />
        </>
      )}
    </span>
  );
}
