import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { typeCommand } from '../cli-fixture.ts';
import { checkJails } from './doctor/check-jails.ts';

const cwd = mkdtempSync(join(tmpdir(), 'mortise-doctor-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const write = (config: object) =>
  writeFileSync(join(cwd, 'mortise.config.json'), JSON.stringify(config));

interface Said {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly hint?: string;
}

async function ask(): Promise<(check: string) => Said | undefined> {
  const { out } = await typeCommand(['doctor', '--json'], { cwd });
  const findings = JSON.parse(out) as readonly Said[];
  return (check) => findings.find((each) => each.check === check);
}

describe('mortise doctor about the jail', () => {
  it('says what holds the host of this configuration, not what the machine could do (S-8)', async () => {
    write({ sandbox: { jail: 'off' }, agents: { main: {} } });
    const found = await ask();
    for (const check of ['jail', 'programs']) {
      expect(found(check)?.status).toBe('info');
      expect(found(check)?.detail).toContain('it is switched off (sandbox.jail: off)');
      expect(found(check)?.hint).toContain('Take `sandbox.jail: off` out of the configuration');
    }
  });

  it('says what holds on this machine if there is no host to ask', async () => {
    write({ agents: 'none' });
    const found = await ask();
    expect(found('configuration')?.status).toBe('error');
    expect(found('jail')?.detail).toMatch(/^in (?:a jail of the kernel|no jail): /);
  });

  it('says that code is refused where a jail is required and missing', () => {
    const layers = { files: 'off: hidden' };
    const missing = { tier: 'required', state: 'off', layers } as const;
    expect(checkJails({ jail: missing, programs: missing }).map(({ hint }) => hint)).toEqual([
      'Extensions are refused: `sandbox.jail: required`. Use Linux 5.13 or newer, or run the host in a container.',
      'Programs are refused: `sandbox.jail: required`. Use Linux 5.13 or newer, or run the host in a container.',
    ]);
  });
});
