import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { COMMANDS } from '../../packages/cli/src/commands/commands.ts';
import { parseConfig } from '../../packages/host/src/config/parse-config.ts';
import { DEPLOY_FOLDER, readImage } from './dockerfile.ts';

const read = (name: string) => readFileSync(join(DEPLOY_FOLDER, 'fleet', name), 'utf8');
const image = readImage();
const compose = parse(read('compose.yaml'), { merge: true });
const documents = parseAllDocuments(read('kubernetes.yaml'));
// Plain data of a file of ours; each test says what it expects of it.
// biome-ignore lint/suspicious/noExplicitAny: what a manifest holds has no type here
const manifests: readonly any[] = documents.map((each) => each.toJS());
const find = (kind: string, name: string) =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name);
const podOf = (kind: string, name: string) => find(kind, name).spec.template.spec;

const variables = Object.values(SETTINGS).map(({ env }): string => env);
const options = (name: string) => {
  const command = COMMANDS.find((each) => each.name === name);
  const settings = (command?.settings ?? []).map((each) => SETTINGS[each].flag);
  return [...(command?.options.map(([flags]) => flags) ?? []), ...settings].map(
    (flags) => flags.split(' ', 1)[0],
  );
};
const flagsOf = (words: readonly string[]) => words.filter((word) => word.startsWith('--'));

describe('the fleet of the examples (C-1, C-2)', () => {
  it('is read without a mistake', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    const parsed = parseConfig(read('mortise.config.yaml'), { fileName: 'mortise.config.yaml' });
    expect(parsed).toMatchObject({ status: 'ok', diagnostics: [] });
    for (const { apiVersion, kind, metadata } of manifests)
      expect({ apiVersion, kind, metadata }).toMatchObject({ metadata: { namespace: 'mortise' } });
  });

  it('types only options that a command has', () => {
    const words = compose.services['runner-a'].command;
    const { args } = podOf('Deployment', 'runner').containers[0];
    expect(options('runner')).toEqual(expect.arrayContaining(flagsOf(words)));
    expect(options('runner')).toEqual(expect.arrayContaining(flagsOf(args)));
    expect(podOf('Deployment', 'mortise').containers[0].args).toEqual(['serve']);
  });

  it('sets only what a host knows', () => {
    const { env } = podOf('Deployment', 'mortise').containers[0];
    const names = env.map((each: { readonly name: string }) => each.name);
    const set = [...names, ...Object.keys(compose.services['host-a'].environment)];
    const own = set.filter((name) => !name.startsWith('MORTISE_SECRET_'));
    expect(variables).toEqual(expect.arrayContaining(own));
  });

  it.each([
    ['Deployment', 'mortise'],
    ['Deployment', 'runner'],
    ['StatefulSet', 'nats'],
    ['StatefulSet', 'postgres'],
  ])('gives a %s %s no right that it does not need, bounds and a probe', (kind, name) => {
    const { containers, securityContext, automountServiceAccountToken } = podOf(kind, name);
    expect(automountServiceAccountToken).toBe(false);
    expect(securityContext).toMatchObject({
      ...{ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const each of containers) {
      expect(each.securityContext).toMatchObject({
        ...{ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      });
      expect(each.resources).toMatchObject({ limits: { memory: expect.any(String) } });
      expect(each.readinessProbe).toBeDefined();
    }
  });

  it('waits longer for the end of a process than it lets calls run on', () => {
    for (const name of ['mortise', 'runner']) {
      const { terminationGracePeriodSeconds: seconds } = podOf('Deployment', name);
      expect(seconds * 1_000).toBeGreaterThan(Number(image.env['MORTISE_DRAIN_MS']));
    }
    for (const name of ['host-a', 'host-b', 'runner-a', 'runner-b']) {
      const seconds = Number(/^(\d+)s$/.exec(compose.services[name].stop_grace_period)?.[1]);
      expect(seconds * 1_000).toBeGreaterThan(Number(image.env['MORTISE_DRAIN_MS']));
    }
  });

  it('lets runners reach the broker and nothing else', () => {
    expect(find('NetworkPolicy', 'nothing').spec).toEqual({
      ...{ podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    });
    const { egress, ingress } = find('NetworkPolicy', 'runner').spec;
    expect(ingress).toBeUndefined();
    expect(egress.map(({ ports }: { readonly ports: unknown }) => ports)).toEqual([
      [{ port: 4222 }],
      [
        { port: 53, protocol: 'UDP' },
        { port: 53, protocol: 'TCP' },
      ],
    ]);
    expect(compose.services['runner-a'].networks).toEqual(['messages']);
    expect(compose.networks.messages).toEqual({ internal: true });
    expect(compose.services['runner-a'].secrets).toEqual(['fleet-runner']);
  });

  it('drops every right of the containers of ours', () => {
    for (const name of ['host-a', 'host-b', 'runner-a', 'runner-b'])
      expect(compose.services[name]).toMatchObject({
        ...{ read_only: true, user: '1000:1000', cap_drop: ['ALL'] },
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.any(String),
      });
  });
});
