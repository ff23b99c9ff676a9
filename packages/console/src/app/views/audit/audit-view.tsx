import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AuditAnswer, AuditRecord } from '../../data/answers.ts';
import { ask } from '../../data/api.ts';
import { type ApiProblem, problemOf } from '../../data/problem.ts';
import { goTo, linkTo, refine, route } from '../../data/route.ts';
import { Empty, Trouble, Waiting } from '../../design/feedback.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { day } from '../../design/words.ts';
import { VerifyButton } from './verify-button.tsx';
import { WhyDrawer } from './why-drawer.tsx';

const FIELDS = [
  ['agentId', 'Agent'],
  ['toolName', 'Tool'],
  ['userId', 'User'],
  ['principalId', 'Asked by'],
  ['action', 'Action'],
] as const;

const KINDS = [
  '',
  'call',
  'permission',
  'capability',
  'rule',
  'approval',
  'rate',
  'stop',
  'operator',
  'chain',
];
const DECISIONS = ['', 'allowed', 'denied', 'failed', 'held'];

/** What was decided and done: search, the chain verified, a decision of the past made again. */
export function AuditView() {
  const { call, ...filter } = route.value.query;
  return (
    <main class="page">
      <div class="heading">
        <div>
          <h1>Audit</h1>
          <p>Every decision and call, chained and signed. Newest first.</p>
        </div>
        <VerifyButton />
      </div>
      <Filters />
      <Records key={JSON.stringify(filter)} filter={filter} />
      {call !== undefined && (
        <WhyDrawer key={call} callId={call} onClose={() => goTo(linkTo(['audit'], filter))} />
      )}
    </main>
  );
}

function Filters() {
  const { query } = route.value;
  return (
    <div class="toolbar">
      {FIELDS.map(([name, label]) => (
        <div key={name} class="field">
          <label for={`filter-${name}`}>{label}</label>
          <input
            id={`filter-${name}`}
            class="input mono"
            defaultValue={query[name] ?? ''}
            onChange={({ currentTarget }) => refine({ [name]: currentTarget.value.trim() })}
          />
        </div>
      ))}
      <Choice name="kind" label="Kind" options={KINDS} />
      <Choice name="decision" label="Decision" options={DECISIONS} />
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
}

function Choice({ name, label, options }: ChoiceProps) {
  return (
    <div class="field">
      <label for={`filter-${name}`}>{label}</label>
      <select
        id={`filter-${name}`}
        class="input"
        value={route.value.query[name] ?? ''}
        onChange={({ currentTarget }) => refine({ [name]: currentTarget.value })}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option === '' ? 'any' : option}
          </option>
        ))}
      </select>
    </div>
  );
}

interface Found {
  readonly records: readonly AuditRecord[];
  readonly next: number | undefined;
  readonly isLoading: boolean;
  readonly problem?: ApiProblem;
}

const PAGE = 100;

function Records({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const found = useSignal<Found>({ records: [], next: undefined, isLoading: true });
  const load = (before?: number) => {
    found.value = { ...found.value, isLoading: true };
    ask<AuditAnswer>('/api/audit', { query: { ...filter, limit: PAGE, before } }).then(
      ({ records, next }) => {
        const known = before === undefined ? [] : found.value.records;
        found.value = { records: [...known, ...records], next, isLoading: false };
      },
      (error: unknown) => {
        found.value = { ...found.value, isLoading: false, problem: problemOf(error) };
      },
    );
  };
  useEffect(() => load(), []);
  const { records, next, isLoading, problem } = found.value;
  return (
    <>
      {problem !== undefined && <Trouble problem={problem} retry={() => load()} />}
      {records.length > 0 && <RecordTable records={records} />}
      {isLoading && <Waiting lines={6} />}
      {!isLoading && records.length === 0 && problem === undefined && (
        <Empty icon="audit" title="No record is like this">
          Old ones are removed by `retention.audit`.
        </Empty>
      )}
      {next !== undefined && !isLoading && (
        <p>
          <button type="button" class="button" onClick={() => load(next)}>
            Older ones
          </button>
        </p>
      )}
    </>
  );
}

const TONES: Readonly<Record<string, string>> = {
  allowed: 'tone-good',
  denied: 'tone-warn',
  failed: 'tone-bad',
  held: 'tone-accent',
};

function RecordTable({ records }: { readonly records: readonly AuditRecord[] }) {
  return (
    <div class="card scroll-x" tabIndex={0} role="region" aria-label="Records">
      <table class="plain-table">
        <thead>
          <tr>
            {['When', 'Kind', 'Decision', 'Agent', 'What', 'Asked by'].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <RecordRow key={record.seq} record={record} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RecordRow({ record }: { readonly record: AuditRecord }) {
  const { at, kind, decision, action, target, agentId, toolName, principalId, callId, seq } =
    record;
  const what = toolName ?? `${action} ${target}`;
  return (
    <tr>
      <td class="muted tabular" title={`record ${seq}`}>
        {day(at)}
      </td>
      <td>{kind}</td>
      <td>
        <span class={`badge ${TONES[decision] ?? ''}`}>{decision}</span>
      </td>
      <td>{agentId !== undefined && <Foreign text={agentId} isOneLine />}</td>
      <td class="mono small">
        {callId === undefined ? (
          <Foreign text={what} isOneLine />
        ) : (
          <a href={linkTo(['audit'], { ...route.value.query, call: callId })}>
            <Foreign text={what} isOneLine />
          </a>
        )}
      </td>
      <td class="muted">{principalId !== undefined && <Foreign text={principalId} isOneLine />}</td>
    </tr>
  );
}
