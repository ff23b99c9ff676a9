import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

export interface DrawerProps {
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
  readonly footer?: ComponentChildren;
  readonly onClose: () => void;
}

/** Details at the side of the page, which stays in sight; Escape closes it and the focus goes back. */
export function Drawer({ title, children, footer, onClose }: DrawerProps) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    element.current?.show();
    element.current?.querySelector<HTMLElement>('header h2')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class="drawer"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <h2 id={id} class="grow" tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="button quiet icon-only" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <section class="body" tabIndex={0} aria-label="Details">
        {children}
      </section>
      {footer !== undefined && <footer>{footer}</footer>}
    </dialog>
  );
}

export interface DialogProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
}

/** A question that has to be answered first. */
export function Dialog({ title, isWide = false, children, onClose }: DialogProps) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${isWide ? 'wide' : ''}`}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="inside">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
