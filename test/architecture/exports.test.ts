import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** Only our own packages, tests and examples import these; what none of them uses is dead. */
const INTERNAL = ['core', 'loader', 'processes', 'sandbox'];

/** What programs outside of this repository use: of these, values need a user here, types do not. */
const PUBLIC = [
  ...['mortise', 'contracts', 'create-mortise', 'host', 'gateway', 'console', 'sdk', 'cli'],
  ...['ai-sdk', 'anthropic', 'langchain', 'openai', 'runner-nats'],
];

/** Public values that stand for themselves, each for a reason. */
const FOR_OTHERS: ReadonlySet<string> = new Set([
  // An operator's program describes or extends the API of a gateway.
  ...['API_ROUTES', 'describeApi', 'GATEWAY_LIMITS', 'SESSION_HEADER'],
  // A program runs commands without a process of their own.
  ...['runCli', 'EXIT_CODES'],
  // An author records the answers of an API once and replays them.
  ...['recordFetch', 'replayFetch'],
  // Where a bundled line came from: for the stacks that authors read.
  ...['mapStack', 'mapPosition'],
]);

const sources = new Map(
  globSync(['{packages,test,examples,extensions}/**/*.{ts,mts,mjs}', 'packages/*/bin/*.js'], {
    cwd: ROOT,
    exclude: (path) => path.includes('node_modules') || path.endsWith('exports.test.ts'),
  })
    .filter((path) => !path.includes('node_modules'))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const),
);

interface Exported {
  readonly name: string;
  readonly isType: boolean;
}

function exportsOf(name: string): readonly Exported[] {
  const text = sources.get(`packages/${name}/src/index.ts`) ?? '';
  return [...text.matchAll(/export (type )?\{([^}]*)\}/g)].flatMap(([, type, names = '']) =>
    names
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map((each) => ({
        name: each.replace(/^type /, '').replace(/^.* as /, ''),
        isType: type !== undefined || each.startsWith('type '),
      })),
  );
}

function isUsedOutside(name: string, packageName: string): boolean {
  const word = new RegExp(`\\b${name}\\b`);
  return sources
    .entries()
    .some(([path, text]) => !path.startsWith(`packages/${packageName}/`) && word.test(text));
}

function unused(packageName: string, isChecked: (each: Exported) => boolean): readonly string[] {
  return exportsOf(packageName)
    .filter((each) => isChecked(each) && !FOR_OTHERS.has(each.name))
    .filter(({ name }) => !isUsedOutside(name, packageName))
    .map(({ name }) => name);
}

describe('what a package exports', () => {
  it('is known to this test for every package', () => {
    const names = globSync('packages/*', { cwd: ROOT }).map((path) => path.split('/')[1]);
    expect(names.toSorted()).toEqual([...INTERNAL, ...PUBLIC].toSorted());
  });

  it.each(INTERNAL)('has a user outside of it: %s', (name) => {
    expect(unused(name, () => true)).toEqual([]);
  });

  it.each(PUBLIC)('has a user outside of it, if it is a value: %s', (name) => {
    expect(unused(name, ({ isType }) => !isType)).toEqual([]);
  });
});

describe('what a package depends on', () => {
  // Types of packages that bring none; the compiler looks for them by name.
  const isTypes = (name: string) => name.startsWith('@types/');
  const manifests = globSync('{packages,extensions}/*/package.json', { cwd: ROOT });

  it.each(manifests)('is imported by it: %s', (manifest) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, manifest), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    const folder = manifest.replace('package.json', '');
    const own = sources
      .entries()
      .filter(([path]) => path.startsWith(folder))
      .map(([, text]) => text)
      .toArray();
    const dead = Object.keys(dependencies).filter(
      (name) => !isTypes(name) && !own.some((text) => mentions(text, name)),
    );
    expect(dead).toEqual([]);
  });
});

/** As a whole specifier or the start of one. */
function mentions(text: string, dependency: string): boolean {
  return ["'", '"', '`'].some((quote) =>
    [quote, '/'].some((end) => text.includes(`${quote}${dependency}${end}`)),
  );
}
