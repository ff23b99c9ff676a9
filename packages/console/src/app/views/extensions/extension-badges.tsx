import type { ExtensionNote } from '../../data/answers.ts';
import { now } from '../../data/now.ts';
import { countOf, span } from '../../design/words.ts';

/** How an extension is, in few words. */
export function ExtensionBadges({ extension }: { readonly extension: ExtensionNote }) {
  const { status, failure, waiting, quarantinedUntil, health } = extension;
  const isOff = failure?.code === 'extension_disabled';
  return (
    <>
      {status === 'loaded' && quarantinedUntil === undefined && (
        <span class="badge tone-good">loaded</span>
      )}
      {isOff && <span class="badge">off</span>}
      {status === 'failed' && !isOff && (
        <span class="badge tone-bad">{failure?.code ?? 'failed'}</span>
      )}
      {quarantinedUntil !== undefined && (
        <span class="badge tone-bad">
          quarantined, {span(Math.max(0, quarantinedUntil - now.value))}
        </span>
      )}
      {waiting !== undefined && <span class="badge tone-warn">update waits</span>}
      {health !== undefined && health.crashes > 0 && (
        <span class="badge tone-warn">
          {countOf(health.crashes, 'crash').replace('crashs', 'crashes')}
        </span>
      )}
    </>
  );
}
