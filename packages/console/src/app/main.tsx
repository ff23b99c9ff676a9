import { render } from 'preact';
import { applyPreferences } from './data/preferences.ts';
import { begin } from './data/session.ts';
import './design/tokens.css';
import './design/base.css';
import './design/parts.css';
import './design/table.css';
import './design/overlays.css';
import './shell/shell.css';
import { App } from './shell/app.tsx';

applyPreferences();
void begin();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
