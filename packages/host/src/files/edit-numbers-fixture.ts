/**
 * Adds numbers to a list in a JSON file, one edit each, and says each number once it was told that
 * it is written: `<path> <first> <count> [padding]`.
 */
import { writeSync } from 'node:fs';
import { changeFile } from './change-file.ts';

const [path = '', first = '0', count = '1', padding = '0'] = process.argv.slice(2);

try {
  for (let number = Number(first); number < Number(first) + Number(count); number += 1) {
    await changeFile(path, (text = '{"numbers":[]}') => {
      const { numbers } = JSON.parse(text) as { numbers: number[] };
      const pad = ' '.repeat(Number(padding));
      return JSON.stringify({ numbers: [...numbers, number], pad }, null, 1);
    });
    writeSync(1, `${number}\n`);
  }
} catch (error) {
  writeSync(2, `${String(Reflect.get(error as object, 'code'))}\n`);
  process.exitCode = 1;
}
