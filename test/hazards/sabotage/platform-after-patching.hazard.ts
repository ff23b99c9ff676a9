import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

/** Parts of the platform are evaluated when they are first touched, which is after this. */
export const hazard: Hazard = {
  title: 'replaces the language before it touches the platform, to see what passes through',
  source: attackSource(
    `
    const seen = [];
    for (const [owner, key] of PATCHED) {
      const original = owner[key];
      owner[key] = function (...args) { seen[seen.length] = this; for (let at = 0; at < args.length; at += 1) seen[seen.length] = args[at]; return Reflect.apply(original, this, args); };
    }
    const reached = [];
    for (const use of [
      () => new Response('x').text(),
      () => new ReadableStream().getReader(),
      () => crypto.subtle.digest('SHA-256', new Uint8Array(1)),
      () => fetch('https://a.example'),
      () => new WebSocket('wss://a.example'),
      () => structuredClone(new Map([[1, new Blob()]])),
    ]) { try { await use(); } catch (error) { reached[reached.length] = error?.constructor === undefined ? 'none' : ''; } }
    const outside = seen.filter((value) => (typeof value === 'object' || typeof value === 'function') && value !== null)
      .filter((value) => { try { return value.constructor.constructor('return this')() !== globalThis; } catch { return false; } });
    return say(outside.length + reached.join(''));`,
    `const PATCHED = [[Array.prototype, 'push'], [Array.prototype, 'map'], [Promise.prototype, 'then'], [Map.prototype, 'get'], [Map.prototype, 'set'],
      [WeakMap.prototype, 'get'], [Function.prototype, 'call'], [Object, 'defineProperty'], [String.prototype, 'replaceAll']];`,
  ),
  expect: { text: '0' },
};
