import { visibleJson } from '@mortise/contracts/plain';
import { Foreign } from './foreign.tsx';

/** Data as it is, complete, over several lines; what hides in its texts is shown. */
export function JsonBlock({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={label}>
      <Foreign text={visibleJson(value, 2) ?? 'undefined'} />
    </pre>
  );
}

/** JSON that came as text; a text that is none (it was cut) is shown as it is. */
export function JsonTextBlock({ text, label }: { readonly text: string; readonly label: string }) {
  try {
    return <JsonBlock value={JSON.parse(text)} label={label} />;
  } catch {
    return (
      <pre class="code" tabIndex={0} role="region" aria-label={label}>
        <Foreign text={text} />
      </pre>
    );
  }
}
