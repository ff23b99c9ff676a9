import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'deletes every global before it registers, which its own schema check needs',
  source: toolSource(
    ``,
    `
    const world = globalThis, remove = Reflect.deleteProperty;
    for (const name of Reflect.ownKeys(world)) remove(world, name);`,
  ),
  expect: { text: 'answered' },
};
