import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Approval } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { now } from '../../data/now.ts';
import { refine } from '../../data/route.ts';
import { may } from '../../data/session.ts';
import { confirm } from '../../design/confirm.tsx';
import { type FactRow, Facts } from '../../design/facts.tsx';
import { Notice } from '../../design/feedback.tsx';
import { Foreign, ForeignCode } from '../../design/foreign.tsx';
import { Icon } from '../../design/icon.tsx';
import { isTyping } from '../../design/is-typing.ts';
import { JsonTextBlock } from '../../design/json-block.tsx';
import { say, sayProblem, sayTrouble } from '../../design/messages.tsx';
import { clock, day, span } from '../../design/words.ts';

const TONES: Readonly<Record<string, string>> = {
  waiting: 'tone-warn',
  approved: 'tone-accent',
  used: 'tone-good',
  denied: 'tone-bad',
};

/** One line of the inbox. */
export function HeldEntry({
  approval,
  isCurrent,
}: {
  readonly approval: Approval;
  readonly isCurrent: boolean;
}) {
  const { id, tool, operation, agent, user, state, expiresAt, createdAt } = approval;
  return (
    <button type="button" class="held" aria-current={isCurrent} onClick={() => refine({ id })}>
      <span class="row spread">
        <strong class="cut">
          <ForeignCode text={tool} />
          {operation !== undefined && ' runs a program'}
        </strong>
        <StateBadges approval={approval} />
      </span>
      <span class="muted small cut">
        <Foreign text={agent} isOneLine />
        {user !== undefined && (
          <>
            {' for '}
            <Foreign text={user} isOneLine />
          </>
        )}
        {state === 'waiting'
          ? ` · ${span(Math.max(0, expiresAt - now.value))} left`
          : ` · ${day(createdAt)}`}
      </span>
    </button>
  );
}

/** Whether it can be decided although nothing in this host would run with that; another one on the state may hold its call. */
function isLeft({ state, callers }: Approval): boolean {
  return state === 'waiting' && callers === 0;
}

function StateBadges({ approval }: { readonly approval: Approval }) {
  const { state } = approval;
  return (
    <span class="row">
      {isLeft(approval) && <span class="badge">no caller here</span>}
      <span class={`badge ${TONES[state] ?? ''}`}>{state}</span>
    </span>
  );
}

/** Everything about one call, and the ways to decide it. */
export function HeldCall({
  approval,
  onDecided,
}: {
  readonly approval: Approval;
  readonly onDecided: () => void;
}) {
  const { tool, operation, state, args, isRedacted, reason, expiresAt } = approval;
  return (
    <article class="card stack" aria-label="The call">
      <div class="row spread">
        <h2>
          <ForeignCode text={tool} />
        </h2>
        <StateBadges approval={approval} />
      </div>
      <p>
        <Foreign text={reason} />
      </p>
      {operation !== undefined && (
        <Notice>
          The call has begun, and is about to run a program (
          <ForeignCode text={operation} />
          ): that alone is what you decide about.
        </Notice>
      )}
      {isLeft(approval) && (
        <Notice tone="warn">
          No call waits for this in this host: its caller has gone, will ask again, or waits in
          another host on the same state. If you approve it, one that waits there runs; otherwise
          nothing runs by itself, and the same call runs once if it is made again before{' '}
          {clock(expiresAt)}.
        </Notice>
      )}
      <HoldFacts approval={approval} />
      {isRedacted && (
        <Notice tone="warn">
          Known secrets were taken out of what is shown. The decision is for the arguments with
          them.
        </Notice>
      )}
      <div class="stack">
        <h3>{operation === undefined ? 'Arguments, complete' : 'What would be run, complete'}</h3>
        <JsonTextBlock text={args} label="Arguments" />
      </div>
      {state === 'waiting' && may.approve.value && (
        <Verdict approval={approval} onDecided={onDecided} />
      )}
    </article>
  );
}

function HoldFacts({ approval }: { readonly approval: Approval }) {
  const { agent, session, user, principal, rule, createdAt, decision } = approval;
  const rows: readonly FactRow[] = [
    ['Agent', agent],
    ['Session', session],
    ['User', user],
    ['Asked by', principal],
    ['Rule', rule],
    ['Since', clock(createdAt)],
    [
      'Decided',
      decision && `${decision.verdict} by ${decision.by} (${decision.way}), ${day(decision.at)}`,
    ],
    ['Reason', decision?.reason],
  ];
  return <Facts rows={rows} />;
}

type Answer = 'approve' | 'always' | 'deny';

function Verdict({
  approval,
  onDecided,
}: {
  readonly approval: Approval;
  readonly onDecided: () => void;
}) {
  const reason = useSignal('');
  const isBusy = useSignal(false);
  const decide = async (answer: Answer) => {
    if (isBusy.value) return;
    if (answer === 'always' && !(await confirmRule(approval))) return;
    isBusy.value = true;
    try {
      await send(approval, answer, reason.value.trim());
      onDecided();
    } catch (error) {
      sayProblem(error);
      onDecided();
    } finally {
      isBusy.value = false;
    }
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A key that is held down is one word, for the call that was read.
      if (event.repeat || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const answer = KEYS[event.key];
      if (answer === undefined || (answer === 'always' && !canBeRule(approval))) return;
      event.preventDefault();
      void decide(answer);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [approval.id]);
  return (
    <>
      <div class="field">
        <label for="reason">Reason (kept with the decision)</label>
        <input
          id="reason"
          class="input"
          maxLength={1000}
          onInput={({ currentTarget }) => {
            reason.value = currentTarget.value;
          }}
        />
      </div>
      <div class="verdict-bar">
        <button
          type="button"
          class="button primary"
          disabled={isBusy.value}
          onClick={() => void decide('approve')}
        >
          <Icon name="check" /> Approve once <kbd>a</kbd>
        </button>
        {canBeRule(approval) && (
          <button
            type="button"
            class="button"
            disabled={isBusy.value}
            onClick={() => void decide('always')}
          >
            Approve, and never ask for these arguments again <kbd>A</kbd>
          </button>
        )}
        <span class="grow" />
        <button
          type="button"
          class="button danger"
          disabled={isBusy.value}
          onClick={() => void decide('deny')}
        >
          <Icon name="close" /> Refuse <kbd>r</kbd>
        </button>
      </div>
    </>
  );
}

/** An exception is written for the arguments of a call; for a program that it runs there is none. */
function canBeRule({ operation }: Approval): boolean {
  return may.operate.value && operation === undefined;
}

const KEYS: Readonly<Record<string, Answer>> = { a: 'approve', A: 'always', r: 'deny' };

function confirmRule({ tool, agent }: Approval): Promise<boolean> {
  return confirm({
    title: 'Write an exception into the configuration?',
    detail: (
      <p>
        This call runs now, and exactly these arguments of <ForeignCode text={tool} /> need no
        approval any more, for <Foreign text={agent} isOneLine /> alone.
      </p>
    ),
    action: 'Approve and write it',
    isDangerous: false,
  });
}

/** With the hash of what was seen: were it another call by now, the host refuses. */
async function send(approval: Approval, answer: Answer, reason: string): Promise<void> {
  const said = reason === '' ? {} : { reason };
  const verb = answer === 'deny' ? 'deny' : 'approve';
  const always = answer === 'always' ? { always: true } : {};
  const result = await ask<{ readonly isKept?: boolean; readonly notKept?: string }>(
    verb === 'deny'
      ? path`/api/approvals/${approval.id}/deny`
      : path`/api/approvals/${approval.id}/approve`,
    { body: { hash: approval.hash, ...said, ...always } },
  );
  if (result.isKept === false)
    sayTrouble(
      `Approved once, but not written down: ${result.notKept}`,
      'The next such call is asked for again.',
    );
  else say(doneWords(approval, answer));
}

function doneWords({ callers, operation }: Approval, answer: Answer): string {
  // The tool that asked for a program has begun already.
  if (answer === 'deny' && operation !== undefined) {
    return 'Refused. The program does not run, and its tool is told so.';
  }
  if (answer === 'deny') return 'Refused. The call is told so, and nothing has run.';
  if (answer === 'always') return 'Approved, and written into the configuration.';
  return callers === 0
    ? 'Approved. No call waits for it in this host: the same call runs once if it is made again in time, or now if it waits in another host.'
    : 'Approved, for this one call.';
}
