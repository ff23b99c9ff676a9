import { SETTINGS } from '@mortise/contracts';
import type { GatewayOptions } from '@mortise/gateway';
import { readSetting, type SettingSources } from './read-setting.ts';

/** How `mortise serve` puts its host on the network, from options, variables and configuration. */
export function gatewaySettings(sources: SettingSources): GatewayOptions {
  const isOpen = readSetting('openMcp', sources)?.value ?? SETTINGS.openMcp.standard;
  return {
    hostname: readSetting('hostname', sources)?.value ?? SETTINGS.hostname.standard,
    port: readSetting('port', sources)?.value ?? SETTINGS.port.standard,
    allowedHosts: readSetting('allowedHosts', sources)?.value ?? [],
    allowedOrigins: readSetting('allowedOrigins', sources)?.value ?? [],
    mcpAuthentication: isOpen ? 'none' : 'bearer',
  };
}
