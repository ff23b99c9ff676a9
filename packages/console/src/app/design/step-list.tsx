import type { Place, Step } from '../data/answers.ts';
import { Foreign } from './foreign.tsx';

const VERDICTS = {
  pass: 'passes',
  block: 'stops it',
  expose: 'puts it in front',
  info: 'note',
} as const;

/** Every rule that looked at a tool, in order, with the place where each is written. */
export function StepList({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol class="steps">
      {steps.map((step, index) => (
        <li key={index} data-verdict={step.verdict}>
          <span class="verdict">{VERDICTS[step.verdict]}</span>
          <div class="grow">
            <p class="muted">
              {step.phase} · <Foreign text={step.layer} isOneLine />
            </p>
            <p>
              <Foreign text={step.rule} />
            </p>
            <Where place={step} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** File, line and path of a rule, as far as there are any. */
export function Where({ place }: { readonly place: Place }) {
  const { path, file, line } = place;
  if (path === undefined) return null;
  return (
    <span class="where mono small muted">
      <Foreign text={file === undefined ? path : `${file}:${line}`} isOneLine />
      {file !== undefined && (
        <>
          {' · '}
          <Foreign text={path} isOneLine />
        </>
      )}
    </span>
  );
}
