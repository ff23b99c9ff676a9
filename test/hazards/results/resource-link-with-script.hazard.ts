import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with links whose addresses are scripts and files',
  source: attackSource(
    `return { content: [{ type: 'resource_link', uri: 'javascript:alert(1)', name: '__proto__' }, { type: 'resource_link', uri: 'file:///etc/passwd', name: 'x' }] };`,
  ),
  expect: { text: '' },
};
