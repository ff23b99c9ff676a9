import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiProblem } from '../data/problem.ts';
import { Trouble, Waiting } from '../design/feedback.tsx';

const known = new Map<() => Promise<ComponentType>, ComponentType>();

/** Shows a view once its code is there. */
export function LazyView({ load }: { readonly load: () => Promise<ComponentType> }) {
  const isFailed = useSignal(false);
  const turn = useSignal(0);
  useEffect(() => {
    if (known.has(load)) return;
    load().then(
      (view) => {
        known.set(load, view);
        turn.value += 1;
      },
      () => {
        isFailed.value = true;
      },
    );
  }, [load]);
  const View = turn.value >= 0 ? known.get(load) : undefined;
  if (View !== undefined) return <View />;
  return (
    <main class="page">
      {isFailed.value ? (
        <Trouble problem={GONE} retry={() => location.reload()} />
      ) : (
        <Waiting lines={8} />
      )}
    </main>
  );
}

/** After an update of the host, a page that was open before asks for files that are not there any more. */
const GONE = new ApiProblem(0, {
  code: 'console_outdated',
  message: 'This part of the console could not be loaded.',
  hint: 'The host may have been updated, or cannot be reached. Loading the page again helps in the first case.',
});
