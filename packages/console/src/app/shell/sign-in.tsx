import { useSignal } from '@preact/signals';
import { type SessionState, signIn } from '../data/session.ts';
import { Command } from '../design/command.tsx';
import { Notice, Trouble } from '../design/feedback.tsx';
import { Mark } from './mark.tsx';

/** For a browser that the host does not know. */
export function SignIn({ state }: { readonly state: Extract<SessionState, { status: 'out' }> }) {
  const token = useSignal('');
  const isBusy = useSignal(false);
  const send = async (event: Event) => {
    event.preventDefault();
    isBusy.value = true;
    await signIn({ token: token.value.trim() });
    isBusy.value = false;
  };
  return (
    <main class="sign-in">
      <div class="card">
        <div class="brand">
          <Mark /> Mortise
        </div>
        <h1>Sign in</h1>
        {state.hasEnded === true && (
          <Notice tone="warn">Your session has ended: it was revoked, or its time was over.</Notice>
        )}
        {state.problem !== undefined && <Trouble problem={state.problem} />}
        <div class="stack">
          <p>On the machine of the host, this prints a link that signs you in once:</p>
          <Command text="mortise console" />
        </div>
        <form onSubmit={send}>
          <div class="field">
            <label for="token">Or with a token of yours</label>
            <input
              id="token"
              class="input mono"
              type="password"
              autocomplete="off"
              value={token.value}
              onInput={({ currentTarget }) => {
                token.value = currentTarget.value;
              }}
            />
          </div>
          <button
            type="submit"
            class="button primary"
            disabled={isBusy.value || token.value.trim() === ''}
          >
            {isBusy.value ? 'Signing in…' : 'Sign in'}
          </button>
        </form>
      </div>
    </main>
  );
}
