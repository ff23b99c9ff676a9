import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
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
    const next =
      '`sandbox.jail: required`. Use Linux 5.13 or newer, or run the host in a container; `sandbox.jail: preferred` runs them without.';
    expect(checkJails({ jail: missing, programs: missing })).toMatchObject([
      { status: 'error', code: 'jail_missing', hint: `Extensions are refused: ${next}` },
      { status: 'error', code: 'jail_missing', hint: `Programs are refused: ${next}` },
    ]);
  });

  it.skipIf(process.platform !== 'linux')('is not well then, once for each wall', async () => {
    write({ sandbox: { jail: 'required' }, agents: { main: {} } });
    vi.stubEnv('MORTISE_JAIL_HIDE', 'landlock');
    try {
      const { out, exit } = await typeCommand(['doctor', '--json'], { cwd });
      expect(exit).toBe(5);
      const findings = JSON.parse(out) as readonly Said[];
      const jails = findings.filter(({ check }) => check === 'jail' || check === 'programs');
      expect(jails.map(({ check, status }) => `${check} ${status}`)).toEqual([
        'jail error',
        'programs error',
      ]);
      expect(jails[0]?.detail).toBe(
        'no jail can be made, and one is required: without files, tcp, signals (hidden by MORTISE_JAIL_HIDE)',
      );
      expect(findings.find(({ check }) => check === 'sandbox')?.detail).toMatch(/, in no jail$/);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
