import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Consumer } from './consumer.ts';
import { useConsumer } from './use-consumer.ts';

/** Ten programs one after the other, two of them package managers; seen at 186 s with load 25. */
const SLOWEST_MS = 900_000;

/** A project as `npm create mortise` leaves it, and what one types in it. */
interface Project {
  readonly consumer: Consumer;
  readonly manager: 'npm' | 'pnpm';
  readonly folder: string;
}

/** Creates, installs, tests and checks the types of one template, as its README says. */
async function createProject(
  consumer: Consumer,
  manager: 'npm' | 'pnpm',
  template: string,
): Promise<Project> {
  const words = manager === 'npm' ? ['create', 'mortise', '--yes'] : ['create', 'mortise'];
  const dashes = manager === 'npm' ? ['--'] : [];
  await consumer.must(manager, ...words, 'made', ...dashes, '--template', template, '--yes');
  const folder = join(consumer.folder, 'made');
  const project = { consumer, manager, folder };
  await type(project, 'install');
  expect(await type(project, 'test')).toMatch(/(?:#|ℹ) fail 0/);
  await type(project, 'run', 'typecheck');
  return project;
}

async function type({ consumer, manager, folder }: Project, ...words: readonly string[]) {
  return consumer.must('sh', '-c', 'cd "$0" && "$@"', folder, manager, ...words);
}

describe.each(['npm', 'pnpm'] as const)('a project that %s create mortise made', (manager) => {
  it.each([
    { template: 'extension-basic', tool: 'count_words', args: '{"text":"a b c"}', answer: /\n3$/m },
    // No test asks a service out there: it is called without the grant, and the refusal is seen.
    {
      template: 'extension-fetch',
      tool: 'get_forecast',
      args: '{"latitude":1,"longitude":2}',
      grant: 'none',
      answer: /^failed capability_denied {2}network is not granted/m,
    },
    { template: 'extension-files', tool: 'list_todos', args: '{}', answer: /^ok /m },
  ])(
    '$template: installs, passes, is packed, added and called',
    async (each) => {
      const { template, tool, args, answer, grant = 'all' } = each;
      using consumer = useConsumer();
      const project = await createProject(consumer, manager, template);
      await type(project, 'run', 'check');
      await type(project, 'run', 'pack');
      const [tarball = ''] = readdirSync(project.folder).filter((name) => name.endsWith('.tgz'));
      expect(tarball).toBe('made-0.1.0.tgz');
      const mortise = (...words: readonly string[]) =>
        consumer.must(join(project.folder, 'node_modules', '.bin', 'mortise'), ...words);
      await mortise('init', '--agent', 'main');
      await mortise('add', join(project.folder, tarball), '--grant', grant);
      await mortise('allow', 'main', tool);
      const call = await consumer.run(
        join(project.folder, 'node_modules', '.bin', 'mortise'),
        ...['call', tool, args, '--agent', 'main'],
      );
      expect(call.text).toMatch(answer);
    },
    SLOWEST_MS,
  );

  it.each([
    ['host-embed', '3\n'],
    ['host-ai-sdk', 'You will be there at 10:15.\n'],
  ])(
    '%s: installs, passes, is packed, installed elsewhere and answers',
    async (template, answer) => {
      using consumer = useConsumer();
      const project = await createProject(consumer, manager, template);
      expect(await type(project, 'start')).toContain(answer);
      await type(project, 'run', 'pack');
      const [tarball = ''] = readdirSync(project.folder).filter((name) => name.endsWith('.tgz'));
      await consumer.must('npm', 'init', '-y');
      await consumer.must('npm', 'install', join(project.folder, tarball));
      const main = join('node_modules', 'made', 'dist', 'main.js');
      expect(existsSync(join(consumer.folder, main))).toBe(true);
      expect(await consumer.must('node', main)).toContain(answer);
    },
  );
});
