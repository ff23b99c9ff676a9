/** Adds up what several programs counted (see `COUNT_FILE`); its last line is that of all of them. */
import { readFileSync } from 'node:fs';
import { addCounts, endWith, NOTHING, type StepCount } from './test-steps.ts';

const [file = '', programs = ''] = process.argv.slice(2);
const counts = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): StepCount => JSON.parse(line));
/** A program that ended without counting has failed. */
const lost = { ...NOTHING, failed: Number(programs) - counts.length };
endWith(counts.reduce(addCounts, lost));
