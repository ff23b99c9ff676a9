import type { ComponentChildren } from 'preact';
import type { ApiProblem } from '../data/problem.ts';
import type { Resource } from '../data/resource.ts';
import { Foreign } from './foreign.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Nothing to show, why, and what would change it. */
export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}

export function Waiting({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div class="waiting" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} style={{ width: `${92 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

export interface NoticeProps {
  readonly tone?: 'bad' | 'warn' | 'good' | 'accent';
  readonly children: ComponentChildren;
}

const NOTICE_ICONS = { bad: 'warning', warn: 'warning', good: 'check', accent: 'info' } as const;

export function Notice({ tone = 'accent', children }: NoticeProps) {
  return (
    <div class={`notice tone-${tone}`}>
      <Icon name={NOTICE_ICONS[tone]} />
      <div class="grow stack">{children}</div>
    </div>
  );
}

/** What went wrong, what to do next, and a way to try again. */
export function Trouble({
  problem,
  retry,
}: {
  readonly problem: ApiProblem;
  readonly retry?: () => void;
}) {
  return (
    <div role="alert">
      <Notice tone="bad">
        <p>
          <Foreign text={problem.message} />
        </p>
        <p class="muted small">
          <Foreign text={problem.hint} />
        </p>
        {retry !== undefined && (
          <p>
            <button type="button" class="button" onClick={retry}>
              <Icon name="refresh" /> Try again
            </button>
          </p>
        )}
      </Notice>
    </div>
  );
}

export interface LoadedProps<Value> {
  readonly of: Resource<Value>;
  readonly retry?: () => void;
  readonly lines?: number;
  readonly children: (value: Value) => ComponentChildren;
}

/** What was asked for; until it is there, that it is being asked for; if it cannot be had, why. */
export function Loaded<Value>({ of, retry, lines, children }: LoadedProps<Value>) {
  const { value, problem } = of;
  return (
    <>
      {problem !== undefined && <Trouble problem={problem} {...(retry && { retry })} />}
      {value !== undefined && children(value)}
      {value === undefined && problem === undefined && <Waiting {...(lines && { lines })} />}
    </>
  );
}
