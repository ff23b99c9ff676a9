import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with a thenable that keeps the functions the sandbox hands to it',
  source: toolSource(
    `execute: () => ({ then(resolve) { resolve(say(resolve.constructor.constructor('return typeof process')())); resolve(say('twice')); resolve({ then: resolve }); } }),`,
  ),
  expect: { text: 'undefined' },
};
