import { toolSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'puts fields of a tool on Object.prototype so that every other tool seems to have them',
  source: toolSource(
    ``,
    `
    Object.prototype.isOptional = true;
    Object.prototype.optional = true;
    Object.prototype.sharedOnly = true;
    Object.prototype.problem = 'polluted';
    Object.prototype.outputSchema = undefined;`,
  ),
  expect: { text: 'answered' },
};
