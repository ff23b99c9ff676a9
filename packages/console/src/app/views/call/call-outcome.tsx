import type { CallResult, ContentPart } from '../../data/answers.ts';
import { linkTo } from '../../data/route.ts';
import { Foreign } from '../../design/foreign.tsx';
import { JsonBlock } from '../../design/json-block.tsx';
import { bytes, milliseconds } from '../../design/words.ts';

const TONES: Readonly<Record<string, string>> = {
  ok: 'tone-good',
  refused: 'tone-warn',
  failed: 'tone-bad',
};

/** What came back, as text whatever it is. */
export function CallOutcome({ result }: { readonly result: CallResult }) {
  const { status, code, durationMs, message, hint, effects, approvalId } = result;
  return (
    <>
      <p class="row wrap">
        <span class={`badge ${TONES[status] ?? ''}`}>
          {status === 'ok' ? 'ok' : (code ?? status)}
        </span>
        <span class="muted">{milliseconds(durationMs)}</span>
      </p>
      {message !== undefined && (
        <p>
          <Foreign text={message} />
        </p>
      )}
      {hint !== undefined && (
        <p class="muted small">
          <Foreign text={hint} />
          {effects === 'unknown' && ' It may have run in part.'}
        </p>
      )}
      {approvalId !== undefined && (
        <a href={linkTo(['approvals'], { id: approvalId })}>See the call on hold</a>
      )}
      {(result.content ?? []).map((part, index) => (
        <Part key={index} part={part} />
      ))}
      {result.structured !== undefined && (
        <div class="result-part">
          <h3>Structured</h3>
          <JsonBlock value={result.structured} label="Structured result" />
        </div>
      )}
    </>
  );
}

/** Pictures that browsers draw without running anything. */
const PICTURES = /^image\/(?:png|jpeg|gif|webp)$/;

function Part({ part }: { readonly part: ContentPart }) {
  const { type, text, mimeType = '', data = '' } = part;
  if (type === 'text') {
    return (
      <pre class="code" tabIndex={0} role="region" aria-label="Text">
        <Foreign text={text ?? ''} />
      </pre>
    );
  }
  if (type === 'image' && PICTURES.test(mimeType) && /^[A-Za-z0-9+/=]*$/.test(data)) {
    return (
      <figure class="result-part">
        <img src={`data:${mimeType};base64,${data}`} alt="A result of the tool" />
        <figcaption class="muted small">
          {mimeType}, {bytes(data.length * 0.75)}
        </figcaption>
      </figure>
    );
  }
  return <JsonBlock value={part} label={type} />;
}
