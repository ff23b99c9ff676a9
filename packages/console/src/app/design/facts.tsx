import { Foreign } from './foreign.tsx';

export type FactRow = readonly [name: string, value: string | undefined];

/** Names and values; what has no value is left out. */
export function Facts({ rows }: { readonly rows: readonly FactRow[] }) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) =>
        value === undefined || value === '' ? null : (
          <div key={name} class="fact">
            <dt>{name}</dt>
            <dd>
              <Foreign text={value} isOneLine />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
