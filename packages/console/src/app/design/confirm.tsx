import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Dialog } from './overlay.tsx';

interface Question {
  readonly title: string;
  readonly detail: ComponentChildren;
  readonly action: string;
  readonly isDangerous: boolean;
  readonly answer: (isYes: boolean) => void;
}

const question = signal<Question | undefined>(undefined);

/** Asks before something that is felt by others; says exactly what will happen. */
export function confirm(asked: Omit<Question, 'answer'>): Promise<boolean> {
  question.peek()?.answer(false);
  return new Promise((resolve) => {
    question.value = {
      ...asked,
      answer: (isYes) => {
        question.value = undefined;
        resolve(isYes);
      },
    };
  });
}

export function Confirmations() {
  const { value } = question;
  if (value === undefined) return null;
  const { title, detail, action, isDangerous, answer } = value;
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <div>{detail}</div>
      <div class="actions">
        <button type="button" class="button" onClick={() => answer(false)}>
          Cancel
        </button>
        <button
          type="button"
          class={isDangerous ? 'button danger filled' : 'button primary'}
          onClick={() => answer(true)}
        >
          {action}
        </button>
      </div>
    </Dialog>
  );
}
