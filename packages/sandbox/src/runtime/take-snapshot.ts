import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type IsolatedVm from 'isolated-vm';

/** Runs in a process of its own: taking a snapshot runs code without any of isolated-vm's protection. */
const [addon = ''] = process.argv.slice(2);
const { ivm } = createRequire(import.meta.url)(addon) as { readonly ivm: typeof IsolatedVm };
const code = readFileSync('prelude.js', 'utf8');
const snapshot = ivm.Isolate.createSnapshot([{ code, filename: 'mortise:///prelude.js' }]);
writeFileSync('prelude.snapshot', new Uint8Array(snapshot.copy() as ArrayBuffer));
