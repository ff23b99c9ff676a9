import { useSignal } from '@preact/signals';
import { Foreign } from './foreign.tsx';
import { Icon } from './icon.tsx';

/** A command to type, with a way to take it along. */
export function Command({ text }: { readonly text: string }) {
  const isCopied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => undefined);
    isCopied.value = true;
    setTimeout(() => {
      isCopied.value = false;
    }, 1_500);
  };
  return (
    <div class="command">
      <code>
        <Foreign text={text} />
      </code>
      <button type="button" class="button quiet icon-only" aria-label="Copy" onClick={copy}>
        <Icon name={isCopied.value ? 'check' : 'copy'} />
      </button>
    </div>
  );
}
