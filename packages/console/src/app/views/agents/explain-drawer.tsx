import type { ExplainAnswer, Explanation } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { linkTo } from '../../data/route.ts';
import { may } from '../../data/session.ts';
import { Command } from '../../design/command.tsx';
import { Loaded } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Icon } from '../../design/icon.tsx';
import { Drawer } from '../../design/overlay.tsx';
import { StateBadge } from '../../design/state-badge.tsx';
import { StepList, Where } from '../../design/step-list.tsx';
import { originWord } from '../../design/words.ts';

export interface ExplainDrawerProps {
  readonly agent: string;
  readonly tool: string;
  readonly session: string;
  readonly user: string | undefined;
  readonly onClose: () => void;
}

/** Why an agent has a tool or has it not: every rule that looked at it, in order. */
export function ExplainDrawer({ agent, tool, session, user, onClose }: ExplainDrawerProps) {
  const { state, reload } = useResource<ExplainAnswer>({
    key: JSON.stringify([agent, tool, session, user]),
    topics: ['changed', 'stops'],
    load: (signal) =>
      ask(path`/api/agents/${agent}/tools/${tool}`, { query: { session, user }, signal }),
  });
  return (
    <Drawer
      onClose={onClose}
      title={
        <span class="mono">
          <Foreign text={tool} isOneLine />
        </span>
      }
      footer={
        <Actions agent={agent} tool={tool} state={state.value.value?.explanations[0]?.state} />
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

interface ActionsProps {
  readonly agent: string;
  readonly tool: string;
  /** `undefined` until it is known. */
  readonly state: string | undefined;
}

function Actions({ agent, tool, state }: ActionsProps) {
  const isActive = state === 'active';
  if (state === undefined) return null;
  return (
    <>
      {isActive && may.call.value && (
        <a class="button" href={linkTo(['call', agent, tool])}>
          <Icon name="play" /> Call…
        </a>
      )}
      {may.operate.value && (
        <a
          class="button"
          href={linkTo(['what-if'], { agent, [isActive ? 'deny' : 'allow']: tool })}
        >
          <Icon name="whatIf" /> What if {isActive ? 'denied' : 'allowed'}?
        </a>
      )}
    </>
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
        <p class="sentence">{summary}</p>
        {decision !== undefined && (
          <p class="decision sentence">
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
        <StepList steps={steps} />
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
