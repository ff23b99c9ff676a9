import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Consumer } from './consumer.ts';
import { sizeOf, stampsOf } from './installed-size.ts';
import { serveFor } from './serve-for.ts';
import { useConsumer } from './use-consumer.ts';

describe('an operator with nothing but npx', () => {
  let consumer: Consumer;
  beforeAll(() => {
    consumer = useConsumer();
  });
  afterAll(() => consumer[Symbol.dispose]());

  it('gets a configuration from an empty folder', async () => {
    const printed = await consumer.must('npx', '--yes', 'mortise', 'init', '--agent', 'main');
    expect(printed).toContain('main has no tools yet');
  });

  it('installs the command and an extension, without a script of any package', async () => {
    const { folder } = consumer;
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    await consumer.must('npm', 'install', '--ignore-scripts', 'mortise', '@mortise/tools-kanban');
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
    };
    const scripted = Object.entries(lock.packages).filter(([, each]) => each.hasInstallScript);
    // It builds what is prebuilt for every Node and machine that we name.
    expect(scripted.map(([path]) => path)).toEqual(['node_modules/isolated-vm']);
    expect(sizeOf(join(folder, 'node_modules'))).toBeLessThan(120_000_000);
  });

  it('gives an agent tools that answer, and nothing installed is written', async () => {
    const before = stampsOf(join(consumer.folder, 'node_modules'));
    const mortise = (...args: readonly string[]) => consumer.must('npx', 'mortise', ...args);
    expect(await mortise('add', '@mortise/tools-kanban', '--grant', 'all')).toContain('storage');
    expect(await mortise('allow', 'main', 'kanban_add', 'kanban_list')).toContain('+ kanban_add');
    const wrong = await consumer.run('npx', 'mortise', 'allow', 'main', 'kanban_lst');
    expect(wrong.text).toContain('did you mean kanban_list?');
    expect(wrong.code).toBe(2);
    expect(await mortise('tools', 'main', '--cost')).toContain('kanban_list');
    expect(await mortise('explain', 'main', 'kanban_move')).toContain('kanban_move');
    await mortise('call', 'kanban_add', '{"title":"publish it"}');
    expect(await mortise('call', 'kanban_list', '{}')).toContain('publish it');
    const doctor = await mortise('doctor');
    expect(doctor).toContain('0 errors');
    // What makes the jail was installed and found, whether or not this machine can make one (S-8).
    expect(doctor).toMatch(/ jail +in (a|no) jail/);
    expect(doctor).not.toContain('is not installed');
    expect(stampsOf(join(consumer.folder, 'node_modules'))).toEqual(before);
  });

  it('sees what a change would do, from the console of the host that serves', async () => {
    await using host = await serveFor(consumer);
    expect(await host.ask('/')).toContain('<!doctype html>');
    const { hash: base } = JSON.parse(await host.ask('/api/config')) as { readonly hash: string };
    const changes = [{ kind: 'allow', agentId: 'main', texts: ['kanban_move'] }];
    const proposed = JSON.parse(await host.ask('/api/config/propose', { base, changes })) as object;
    const preview = { agents: [{ agentId: 'main', appears: [{ tool: 'kanban_move' }] }] };
    expect(proposed).toMatchObject({ isAcceptable: true, preview });
  });

  it('needs no home that can be written', async () => {
    const { folder, env } = consumer;
    // A file in the place of the home: not even root can make a folder in it.
    env['HOME'] = join(folder, 'package.json');
    const call = ['call', 'kanban_list', '{}'];
    expect(await consumer.must('node_modules/.bin/mortise', ...call)).toContain('publish it');
  });

  it('is told what to type if isolated-vm has no native part for this Node', async () => {
    const addon = join(consumer.folder, 'node_modules', 'isolated-vm', 'prebuilds');
    rmSync(addon, { recursive: true });
    const call = await consumer.run('node_modules/.bin/mortise', 'call', 'kanban_list', '{}');
    expect(call.code).not.toBe(0);
    expect(call.text).toContain('native_addon_missing');
    expect(call.text).toContain('npm rebuild isolated-vm');
  });
});
