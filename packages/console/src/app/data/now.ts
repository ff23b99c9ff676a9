import { signal } from '@preact/signals';

/** The wall clock, once a second, for what counts down. */
export const now = signal(Date.now());

setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, 1_000);
