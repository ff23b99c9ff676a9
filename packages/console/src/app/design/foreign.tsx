import { showHidden, showOnOneLine } from '@mortise/contracts/plain';

export interface ForeignProps {
  /** From an extension, a server, a model or a person. */
  readonly text: string;
  /** In one line: line breaks are shown, too. */
  readonly isOneLine?: boolean;
  readonly class?: string;
}

/** As texts and as JSON write a character that cannot be seen. */
const ESCAPE = /(\\u\{[0-9a-f]{1,6}\}|\\u[0-9a-f]{4})/;

/**
 * A text from outside. It is text whatever is in it; characters that cannot be seen stand as what they
 * are, marked; and it cannot turn the reading direction of what is around it.
 */
export function Foreign({ text, isOneLine = false, class: name = '' }: ForeignProps) {
  const shown = isOneLine ? showOnOneLine(text) : showHidden(text);
  return (
    <bdi class={`foreign ${name}`} dir="auto">
      {shown.split(ESCAPE).map((part) =>
        ESCAPE.test(part) ? (
          <span class="hidden-character" title="A character that cannot be seen">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </bdi>
  );
}

/** A name from outside, as code. */
export function ForeignCode({ text }: { readonly text: string }) {
  return (
    <code>
      <Foreign text={text} isOneLine />
    </code>
  );
}
