import { signal } from '@preact/signals';
import { problemOf } from '../data/problem.ts';
import { Foreign } from './foreign.tsx';
import { Icon } from './icon.tsx';

interface Message {
  readonly id: number;
  readonly text: string;
  readonly hint?: string;
  readonly isBad: boolean;
  readonly undo?: () => void;
}

const messages = signal<readonly Message[]>([]);
let last = 0;

/** Long enough to read and to reach for the undo; trouble stays until it is closed. */
const SHOWN_MS = 8_000;

/** Says what has been done, once the host has said so; with a way back where there is one. */
export function say(text: string, undo?: () => void): void {
  add({ text, isBad: false, ...(undo && { undo }) });
}

/** Says what was not done, and why. */
export function sayProblem(error: unknown): void {
  const { message, hint } = problemOf(error);
  add({ text: message, hint, isBad: true });
}

/** Says that something was done otherwise than it was meant. */
export function sayTrouble(text: string, hint: string): void {
  add({ text, hint, isBad: true });
}

function add(message: Omit<Message, 'id'>): void {
  last += 1;
  const id = last;
  messages.value = [...messages.value.slice(-3), { ...message, id }];
  if (!message.isBad) setTimeout(() => remove(id), SHOWN_MS);
}

function remove(id: number): void {
  messages.value = messages.value.filter((each) => each.id !== id);
}

export function Messages() {
  return (
    <div class="messages" role="status" aria-live="polite">
      {messages.value.map(({ id, text, hint, isBad, undo }) => (
        <div key={id} class={`message ${isBad ? 'bad' : ''}`}>
          <Icon name={isBad ? 'warning' : 'check'} />
          <div class="grow">
            <Foreign text={text} />
            {hint !== undefined && (
              <p class="muted small">
                <Foreign text={hint} />
              </p>
            )}
          </div>
          {undo !== undefined && (
            <button
              type="button"
              class="button"
              onClick={() => {
                remove(id);
                undo();
              }}
            >
              Undo
            </button>
          )}
          <button
            type="button"
            class="button quiet icon-only"
            aria-label="Close"
            onClick={() => remove(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
