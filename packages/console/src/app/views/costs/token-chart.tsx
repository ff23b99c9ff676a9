import { useEffect, useRef } from 'preact/hooks';
import type { AgentCostsAnswer } from '../../data/answers.ts';

/** How the tokens add up, dearest first: a few tools often make most of it. The table below says the same. */
export function TokenChart({ tools }: { readonly tools: AgentCostsAnswer['tools'] }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = place.current;
    if (host === null || tools.length < 3) return undefined;
    let leave: (() => void) | undefined;
    let isGone = false;
    void import('./draw-tokens.ts').then(({ drawTokens }) => {
      if (!isGone) leave = drawTokens(host, tools);
    });
    return () => {
      isGone = true;
      leave?.();
    };
  }, [tools]);
  if (tools.length < 3) return null;
  return (
    <div
      ref={place}
      class="chart"
      role="img"
      aria-label="Tokens by tool, added up; the table has the numbers"
    />
  );
}
