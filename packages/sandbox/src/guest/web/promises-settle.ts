/** Steps of promises that code between two events may take: `await` in an `async` function takes one to three. */
const STEPS = 32;

/**
 * Lets promises that an event settled run on before the next event. On the web every event has a task of its
 * own: code that awaits one message and only then listens for the next would miss it here otherwise. A
 * timer for each would cost a message a turn of the runner.
 */
export async function promisesSettle(): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) await undefined;
}
