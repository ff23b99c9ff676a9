import {
  drawTranscript,
  OPERATOR_LINES,
  openOperatorFolder,
  type TypedLine,
  typeLine,
  writeTranscript,
} from './operator-block.ts';

using folder = await openOperatorFolder();
const typed: TypedLine[] = [];
for (const line of OPERATOR_LINES) typed.push(await typeLine(line, folder.path));
writeTranscript(drawTranscript(typed));
const [init, add, allow] = typed.map(({ tookMs }) => tookMs / 1_000);
const total = (init ?? 0) + (add ?? 0) + (allow ?? 0);
console.log(`init, add and allow took ${total.toFixed(1)} s in all`);
