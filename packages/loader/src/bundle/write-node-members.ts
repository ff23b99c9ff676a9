import { writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

// Writes `node-members.ts` from the Node that runs this: what each of its modules exports. Kept as data,
// so that a bundle is the same whichever Node it is made with.
const names = [...builtinModules, 'node:sea', 'node:sqlite', 'node:test']
  .map((name) => name.replace(/^node:/, ''))
  .filter((name) => !name.startsWith('_'));
const rows = [...new Set(names)].sort().map((name) => {
  const whole: object = process.getBuiltinModule(`node:${name}`) ?? {};
  const keys = Object.keys(whole).filter((key) => /^[A-Za-z$][\w$]*$/.test(key));
  return `  ${JSON.stringify(name)}: ${JSON.stringify(keys.sort().join(' '))},`;
});
const text = `// Made by write-node-members.ts with Node ${process.versions.node.split('.')[0]}.
/** The exports of every module of Node, by name. */
export const NODE_MEMBERS: { readonly [module: string]: string } = {
${rows.join('\n')}
};
`;
writeFileSync(join(import.meta.dirname, 'node-members.ts'), text);
