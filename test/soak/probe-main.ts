/**
 * Measures a program that knows nothing of it: `node --import '…/probe-main.ts?file=…&everyMs=…&fillAtMs=…'`.
 * Options stand in the address, because the environment is passed on to children.
 */
import { startProbe } from './probe.ts';

const { searchParams } = new URL(import.meta.url);
startProbe({
  file: searchParams.get('file') ?? '',
  everyMs: Number(searchParams.get('everyMs')),
  fillAtMs: Number(searchParams.get('fillAtMs')),
});
