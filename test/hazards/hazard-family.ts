import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createHost, type Host, type SandboxSettings } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../full-run.ts';
import type { Hazard } from './hazard.ts';
import { HAZARD_LIMITS } from './hazard-stage.ts';
import { HostVitals } from './host-vitals.ts';
import { NEIGHBOUR, type NeighbourRules } from './neighbour.ts';
import { watchChildren } from './process-table.ts';
import { runHazard } from './run-hazard.ts';

const SUFFIX = '.hazard.ts';
/** A hazard may raise its own limits up to these. */
const HOST_LIMITS = { ...HAZARD_LIMITS, callMs: 20_000 };

/** Hazards that end by themselves or are stopped in their isolate need no process each to be tried. */
const TOGETHER: SandboxSettings = isFullRun() ? {} : { placement: 'shared' };

/** How the host of a family differs from an ordinary one. */
export interface FamilySettings extends Partial<NeighbourRules> {
  readonly sandbox?: SandboxSettings;
}

/**
 * As `describeFamily`, for hazards that must not end their process: they share it with their
 * neighbour, which may lose no call all the same. The full run gives each a process of its own.
 */
export function describeFamilyInOneRunner(folder: string, title: string): Promise<void> {
  return describeFamily(folder, title, { sandbox: TOGETHER });
}

/**
 * Declares one test per hazard file of a folder, all against one host: each hazard brings
 * extensions of its own and takes them away, so none sees what another left.
 */
export async function describeFamily(
  folder: string,
  title: string,
  settings: FamilySettings = {},
): Promise<void> {
  const { sandbox = {}, mayLoseCalls = false } = settings;
  const hazards = await readHazards(folder);
  describe(`hazards: ${title}`, () => {
    const vitals = new HostVitals();
    const newChildren = watchChildren();
    let host: Host | undefined;
    beforeAll(async () => {
      host = await createHost({
        config: { agents: { main: {} } },
        extensions: [NEIGHBOUR],
        limits: HOST_LIMITS,
        sandbox,
      });
    });
    afterAll(async () => {
      await host?.close();
      expect(newChildren(), 'processes left after close').toEqual([]);
    });
    it.each(hazards)('$name $hazard.title', { timeout: 30_000 }, async ({ name, hazard }) => {
      if (host === undefined) throw new Error('the host did not start');
      await runHazard(hazard, { host, vitals, name, neighbour: { mayLoseCalls } });
    });
  });
}

interface NamedHazard {
  readonly name: string;
  readonly hazard: Hazard;
}

async function readHazards(folder: string): Promise<readonly NamedHazard[]> {
  const directory = join(import.meta.dirname, folder);
  const files = readdirSync(directory).filter((file) => file.endsWith(SUFFIX));
  return Promise.all(
    files.sort().map(async (file) => {
      const module = await import(pathToFileURL(join(directory, file)).href);
      return { name: file.slice(0, -SUFFIX.length), hazard: module.hazard as Hazard };
    }),
  );
}
