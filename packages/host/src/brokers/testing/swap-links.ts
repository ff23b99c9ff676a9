// Run as a process of its own: swaps a directory and a file with links that lead outside, as fast
// as it can, until it is killed. Arguments: the root, the directory outside.
import { renameSync } from 'node:fs';
import { join } from 'node:path';

const [, , root = '', ready] = process.argv;

const swap = (name: string) => {
  const [current, real, link] = [
    join(root, name),
    join(root, `${name}.real`),
    join(root, `${name}.link`),
  ];
  renameSync(current, real);
  renameSync(link, current);
  renameSync(current, link);
  renameSync(real, current);
};

process.send?.(ready ?? 'ready');
for (;;) {
  swap('folder');
  swap('file.txt');
}
