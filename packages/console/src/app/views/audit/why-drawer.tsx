import type { WhyAnswer } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { Facts } from '../../design/facts.tsx';
import { Loaded, Notice } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Drawer } from '../../design/overlay.tsx';
import { StateBadge } from '../../design/state-badge.tsx';
import { StepList } from '../../design/step-list.tsx';
import { day } from '../../design/words.ts';

const VERDICTS: Readonly<Record<string, readonly [tone: 'good' | 'bad' | 'warn', words: string]>> =
  {
    equal: ['good', 'Made again from the policy of then, the decision is the same.'],
    differs: ['bad', 'Made again from the policy of then, the decision is another one.'],
    policy_gone: ['warn', 'What it was decided from is gone, so it cannot be made again.'],
    policy_not_recorded: ['warn', 'What it was decided from was not recorded.'],
  };

/** A decision of the past, made again from what was recorded. */
export function WhyDrawer({
  callId,
  onClose,
}: {
  readonly callId: string;
  readonly onClose: () => void;
}) {
  const { state, reload } = useResource<WhyAnswer>({
    key: callId,
    load: (signal) => ask(path`/api/audit/calls/${callId}`, { signal }),
  });
  return (
    <Drawer title="Why it was decided so" onClose={onClose}>
      <Loaded of={state.value} retry={reload}>
        {(answer) => <Why answer={answer} />}
      </Loaded>
    </Drawer>
  );
}

function Why({ answer }: { readonly answer: WhyAnswer }) {
  const { verdict, record, recorded, explanation, rule } = answer;
  const [tone, words] = VERDICTS[verdict] ?? ['warn', verdict];
  return (
    <>
      <section class="stack">
        <p class="row wrap">
          <span class="mono">
            <Foreign text={record.toolName ?? ''} isOneLine />
          </span>
          <StateBadge state={recorded.state} />
        </p>
        <Notice tone={tone}>{words}</Notice>
        {rule !== undefined && (
          <p>
            Rules on its arguments said <strong>{rule.recorded}</strong>
            {rule.verdict !== 'equal' && (
              <span class="muted"> ({rule.verdict.replaceAll('_', ' ')})</span>
            )}
            .
          </p>
        )}
        <Facts
          rows={[
            ['When', day(record.at)],
            ['Agent', record.agentId],
            ['User', record.userId],
            ['Asked by', record.principalId],
            ['Decision', record.decision],
            ['Policy', recorded.policyHash],
            ['Call', record.callId],
          ]}
        />
      </section>
      {explanation !== undefined && (
        <section class="stack">
          <h3>Every step, as of then</h3>
          <StepList steps={explanation.steps} />
        </section>
      )}
    </>
  );
}
