import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

export interface VirtualRowsProps {
  readonly count: number;
  /** In pixels; one number for all, or by place. */
  readonly height: number | ((index: number) => number);
  readonly render: (index: number, top: number) => ComponentChildren;
  /** Told which rows are in sight. */
  readonly onRange?: (first: number, last: number) => void;
  readonly label: string;
}

const BESIDE = 12;

/** As many rows as are in sight, of a list of any length; arrow keys, j and k go from row to row. */
export function VirtualRows({ count, height, render, onRange, label }: VirtualRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const sizeOf = typeof height === 'number' ? () => height : height;
  const rows = useVirtualizer(scroller, count, sizeOf);
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRange?.(first, last), [first, last, count]);
  // For those who measure how long the page takes.
  useEffect(() => void performance.mark('console: first rows'), []);
  return (
    <div
      ref={scroller}
      class="scroll"
      role="rowgroup"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => moveFocus(event, scroller)}
    >
      <div style={{ height: `${rows.getTotalSize()}px`, position: 'relative' }}>
        {items.map(({ index, start }) => render(index, start))}
      </div>
    </div>
  );
}

function useVirtualizer(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  sizeOf: (index: number) => number,
): Virtualizer<HTMLDivElement, HTMLDivElement> {
  const [, again] = useReducer((turn: number) => turn + 1, 0);
  const options = {
    ...{ count, estimateSize: sizeOf, overscan: BESIDE },
    getScrollElement: () => scroller.current,
    ...{ observeElementRect, observeElementOffset, scrollToFn: elementScroll },
    onChange: () => again(undefined),
  };
  const [made] = useState(() => new Virtualizer<HTMLDivElement, HTMLDivElement>(options));
  made.setOptions(options);
  useLayoutEffect(() => made._didMount(), []);
  useLayoutEffect(() => made._willUpdate());
  useLayoutEffect(() => made.measure(), [count]);
  return made;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** From the link of one row to that of the next, whatever else a row holds. */
function moveFocus(event: KeyboardEvent, scroller: RefObject<HTMLDivElement | null>): void {
  const step = STEPS[event.key];
  const isTyping = event.target instanceof HTMLInputElement;
  if (step === undefined || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...(scroller.current?.querySelectorAll<HTMLElement>('.entry .name') ?? [])];
  const at = links.findIndex((link) => link.closest('.entry')?.contains(document.activeElement));
  const next = links[at < 0 ? 0 : at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.closest('.entry')?.scrollIntoView({ block: 'nearest' });
}
