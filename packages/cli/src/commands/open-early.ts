import { type EarlyServer, openEarlyServer } from '@mortise/gateway/early-server';
import { loadConfigFile } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { gatewaySettings } from '../settings/gateway-settings.ts';
import type { CommandWorld } from './cli-command.ts';

/**
 * Takes the port before the host is opened: one that is taken is said at once, and clients that come
 * meanwhile are told to wait. What is wrong with the configuration is said when the host reads it.
 */
export async function openEarly(
  world: CommandWorld,
  given: string | undefined,
): Promise<EarlyServer> {
  const configPath = findConfig(world.cwd, given);
  const parsed = await loadConfigFile(configPath, { env: world.env });
  const config = parsed.status === 'ok' ? parsed.config : parsed.draft?.config;
  return openEarlyServer(gatewaySettings({ ...world, config }));
}
