import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '@mortise/contracts';
import { ValidationSeverity, validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DEPLOY_FOLDER, DOCKERFILE, readImage } from './dockerfile.ts';

const image = readImage();
const { services, volumes } = parse(readFileSync(join(DEPLOY_FOLDER, 'compose.yaml'), 'utf8'));
const service = services.mortise;

const variables = Object.values(SETTINGS).map(({ env }): string => env);

describe('the Dockerfile', () => {
  it('has nothing that a validator finds fault with', () => {
    const found = validate(DOCKERFILE, {
      deprecatedMaintainer: ValidationSeverity.ERROR,
      directiveCasing: ValidationSeverity.ERROR,
      emptyContinuationLine: ValidationSeverity.ERROR,
      instructionCasing: ValidationSeverity.ERROR,
      instructionCmdMultiple: ValidationSeverity.ERROR,
      instructionEntrypointMultiple: ValidationSeverity.ERROR,
      instructionHealthcheckMultiple: ValidationSeverity.ERROR,
      instructionJSONInSingleQuotes: ValidationSeverity.ERROR,
      instructionWorkdirRelative: ValidationSeverity.ERROR,
    });
    expect(found.map(({ message, range }) => `${range.start.line + 1} ${message}`)).toEqual([]);
  });

  it('ends as an unprivileged user with a state volume and an answer about its health', () => {
    expect(image.user).toBe('node');
    expect(image.volumes).toEqual([image.env['MORTISE_STATE_DIR']]);
    expect(image.command).toEqual(['mortise', 'serve']);
    expect(image.probe.slice(0, 2)).toEqual(['node', '-e']);
    expect(image.install.join()).toMatch(/^npm ci .*--ignore-scripts/);
  });

  it('sets what a host knows, and copies what is there', () => {
    const set = Object.keys(image.env).filter((name) => name.startsWith('MORTISE_'));
    expect(variables).toEqual(expect.arrayContaining(set));
    for (const name of image.copied) expect(existsSync(join(DEPLOY_FOLDER, name))).toBe(true);
  });
});

describe('the compose file', () => {
  it('drops every right that the host does not need', () => {
    expect(service).toMatchObject({
      read_only: true,
      user: '1000:1000',
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(service.ports.every((port: string) => port.startsWith('127.0.0.1:'))).toBe(true);
  });

  it('keeps state in a volume where the image has it', () => {
    expect(service.volumes).toEqual([`state:${image.env['MORTISE_STATE_DIR']}`]);
    expect(volumes).toHaveProperty('state');
  });

  it('waits longer for the end than the host lets calls run on', () => {
    const seconds = Number(/^(\d+)s$/.exec(service.stop_grace_period)?.[1]);
    expect(seconds * 1_000).toBeGreaterThan(Number(image.env['MORTISE_DRAIN_MS']));
    expect(variables).toEqual(expect.arrayContaining(Object.keys(service.environment)));
  });
});
