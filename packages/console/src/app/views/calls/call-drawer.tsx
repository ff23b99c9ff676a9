import type { CallDetail, CallStep } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { goTo, linkTo } from '../../data/route.ts';
import { may } from '../../data/session.ts';
import { type FactRow, Facts } from '../../design/facts.tsx';
import { Loaded, Notice } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Icon } from '../../design/icon.tsx';
import { JsonTextBlock } from '../../design/json-block.tsx';
import { Drawer } from '../../design/overlay.tsx';
import { bytes, count, day, milliseconds } from '../../design/words.ts';
import { prefill } from '../call/prefill.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

/** One call: what became of it, and how long each step took. */
export function CallDrawer({
  callId,
  onClose,
}: {
  readonly callId: string;
  readonly onClose: () => void;
}) {
  const { state, reload } = useResource<CallDetail>({
    key: callId,
    load: (signal) => ask(path`/api/calls/${callId}`, { signal }),
  });
  const { value } = state.value;
  return (
    <Drawer
      onClose={onClose}
      title={
        <span class="mono">
          <Foreign text={value?.toolName ?? callId} isOneLine />
        </span>
      }
      footer={value === undefined ? undefined : <Actions call={value} />}
    >
      <Loaded of={state.value} retry={reload}>
        {(call) => <Detail call={call} />}
      </Loaded>
    </Drawer>
  );
}

function Detail({ call }: { readonly call: CallDetail }) {
  return (
    <>
      <section class="stack">
        <p class="row wrap">
          <OutcomeBadge note={call} />
          <span class="muted">
            {milliseconds(call.durationMs)} · {day(call.at)}
          </span>
        </p>
        <CallFacts call={call} />
      </section>
      <section class="stack">
        <h3>Steps</h3>
        {call.steps.length === 0 ? (
          <p class="muted">It was refused before its first step.</p>
        ) : (
          <ol class="timeline">
            {flatten(call.steps).map(({ step, depth }, index) => (
              <StepBar key={index} step={step} depth={depth} total={call.durationMs} />
            ))}
          </ol>
        )}
        {call.trimmed !== undefined && (
          <p class="muted">
            The budget of the turn cut its result from {count(call.trimmed.fromChars)} to{' '}
            {count(call.trimmed.toChars)} characters.
          </p>
        )}
      </section>
      <section class="stack">
        <h3>Arguments</h3>
        {call.shownArguments === undefined ? (
          <Notice>Arguments are shown to operators.</Notice>
        ) : (
          <JsonTextBlock text={call.shownArguments} label="Arguments" />
        )}
      </section>
    </>
  );
}

function CallFacts({ call }: { readonly call: CallDetail }) {
  const { agentId, sessionKey, userId, principalId, extensionId, size, reducer, usage } = call;
  const rows: readonly FactRow[] = [
    ['Agent', agentId],
    ['Session', sessionKey],
    ['User', userId],
    ['Asked by', principalId],
    ['Extension', extensionId],
    [
      'Result',
      size &&
        `${count(size.reduced)} characters${size.raw > size.reduced ? ` of ${count(size.raw)}` : ''}`,
    ],
    ['Reducer', reducer],
    ['CPU', usage && `${milliseconds(usage.cpuMs)}, ${bytes(usage.heapBytes)} heap`],
    [
      'Crossed',
      usage &&
        `${bytes(usage.bytesIn)} in, ${bytes(usage.bytesOut)} out, ${count(usage.hostCalls)} host calls`,
    ],
    ['Call', call.callId],
  ];
  return <Facts rows={rows} />;
}

interface FlatStep {
  readonly step: CallStep;
  readonly depth: number;
}

function flatten(steps: readonly CallStep[], depth = 0): readonly FlatStep[] {
  return steps.flatMap((step) => [{ step, depth }, ...flatten(step.steps, depth + 1)]);
}

function StepBar({ step, depth, total }: FlatStep & { readonly total: number }) {
  const whole = Math.max(total, 0.01);
  const left = Math.min(100, (100 * step.atMs) / whole);
  const width = Math.min(100 - left, (100 * (step.ms ?? total - step.atMs)) / whole);
  return (
    <li data-failed={step.code !== undefined}>
      <span class="cut" style={{ paddingLeft: `${depth}rem` }}>
        <Foreign text={step.name} isOneLine />
        {step.code !== undefined && <span class="muted small"> {step.code}</span>}
      </span>
      <span class="track" aria-hidden="true">
        <span class="step-bar" style={{ left: `${left}%`, width: `${width}%` }} />
      </span>
      <span class="muted small tabular number">
        {step.ms === undefined ? 'not ended' : milliseconds(step.ms)}
      </span>
    </li>
  );
}

function Actions({ call }: { readonly call: CallDetail }) {
  const { agentId = '', toolName, callId, shownArguments } = call;
  return (
    <>
      <a class="button" href={linkTo(['audit'], { call: callId })}>
        <Icon name="audit" /> Why was it decided so?
      </a>
      {may.call.value && shownArguments !== undefined && (
        <button
          type="button"
          class="button"
          onClick={() => {
            prefill.value = { agent: agentId, tool: toolName, args: shownArguments };
            goTo(linkTo(['call', agentId, toolName]));
          }}
        >
          <Icon name="refresh" /> Call again…
        </button>
      )}
    </>
  );
}
