import { useEffect } from 'preact/hooks';
import { follow } from '../data/events.ts';
import { route } from '../data/route.ts';
import { session } from '../data/session.ts';
import { Confirmations } from '../design/confirm.tsx';
import { Empty, Waiting } from '../design/feedback.tsx';
import { Messages } from '../design/messages.tsx';
import { KeyboardHelp, listenToKeys } from './keyboard.tsx';
import { LazyView } from './lazy-view.tsx';
import { Navigation, visibleViews } from './navigation.tsx';
import { Palette } from './palette.tsx';
import { SignIn } from './sign-in.tsx';
import { followStatus } from './status.ts';
import { Halted } from './stop-button.tsx';
import { TopBar } from './top-bar.tsx';
import { HIDDEN_VIEWS } from './views.ts';

export function App() {
  const state = session.value;
  if (state.status === 'asking') return <Waiting lines={6} />;
  return (
    <>
      {state.status === 'in' ? <Frame key={state.who.id} /> : <SignIn state={state} />}
      <Messages />
      <Confirmations />
    </>
  );
}

function Frame() {
  useEffect(() => {
    const leave = [follow(), followStatus(), listenToKeys()];
    return () => {
      for (const each of leave) each();
    };
  }, []);
  return (
    <div class="frame">
      <TopBar />
      <Navigation />
      <div class="main">
        <div>
          <Halted />
        </div>
        <CurrentView />
      </div>
      <Palette />
      <KeyboardHelp />
    </div>
  );
}

function CurrentView() {
  const views = visibleViews();
  const [id = views[0]?.id ?? ''] = route.value.parts;
  const load = views.find((view) => view.id === id)?.load ?? HIDDEN_VIEWS[id];
  useEffect(() => {
    document.title = `${views.find((view) => view.id === id)?.label ?? 'Console'} · Mortise`;
  }, [id]);
  if (load !== undefined) return <LazyView key={id} load={load} />;
  return (
    <main class="page">
      <h1 class="unseen">Nothing here</h1>
      <Empty icon="search" title="There is nothing here">
        The address is not known, or what you are signed in as may not see it.
      </Empty>
    </main>
  );
}
