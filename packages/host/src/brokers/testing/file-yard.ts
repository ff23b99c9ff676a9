import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from '@mortise/contracts';
import { createFileBroker, type FileBrokerParts } from '../files/file-broker.ts';
import { asking, onBench, openBench, subjectWith } from './broker-bench.ts';

export const OUTSIDE = 'OUTSIDE-CONTENT';

export interface Yard extends Disposable {
  readonly root: string;
  readonly outside: string;
}

/** `base/root` is granted, `base/outside` and `base/root2` are not. */
export function openYard(): Yard {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-yard-')));
  const [root, outside] = [join(base, 'root'), join(base, 'outside')];
  for (const path of [root, outside, join(base, 'root2'), join(root, 'inner')]) mkdirSync(path);
  for (const path of [outside, join(base, 'root2')])
    writeFileSync(join(path, 'secret.txt'), OUTSIDE);
  writeFileSync(join(root, 'file.txt'), 'inside');
  writeFileSync(join(root, 'inner', 'deep.txt'), 'deep');
  return { root, outside, [Symbol.dispose]: () => rmSync(base, { recursive: true }) };
}

export function openFiles({ root }: Yard, grant?: JsonValue, parts: FileBrokerParts = {}) {
  const bench = openBench();
  const broker = onBench('fs_reach', createFileBroker(parts), bench);
  const subject = subjectWith(grant ?? { read: [root], write: [root] });
  return { ask: asking(broker, subject), entries: bench.entries };
}
