import { SETTINGS } from '@mortise/contracts';
import type { GatewayLimits, GatewayOptions } from '@mortise/gateway';
import { readSetting, type SettingSources } from './read-setting.ts';

/** How `mortise serve` puts its host on the network, from options, variables and configuration. */
export function gatewaySettings(sources: SettingSources): GatewayOptions {
  const isOpen = readSetting('openMcp', sources)?.value ?? SETTINGS.openMcp.standard;
  const publicUrl = readSetting('publicUrl', sources)?.value;
  return {
    hostname: readSetting('hostname', sources)?.value ?? SETTINGS.hostname.standard,
    port: readSetting('port', sources)?.value ?? SETTINGS.port.standard,
    allowedHosts: readSetting('allowedHosts', sources)?.value ?? [],
    allowedOrigins: readSetting('allowedOrigins', sources)?.value ?? [],
    mcpAuthentication: isOpen ? 'none' : 'bearer',
    limits: gatewayLimits(sources),
    pageSize: pageSizeSetting(sources),
    ...(publicUrl === undefined ? {} : { publicUrl }),
  };
}

/** Tools per page of a list over MCP. */
export function pageSizeSetting(sources: SettingSources): number {
  return readSetting('pageSize', sources)?.value ?? SETTINGS.pageSize.standard;
}

/** How long calls are still taken after the first signal, in ms. */
export function leaveSetting(sources: SettingSources): number {
  return readSetting('leaveMs', sources)?.value ?? SETTINGS.leaveMs.standard;
}

/** How long calls may go on after the first signal, in ms. */
export function drainSetting(sources: SettingSources): number {
  return readSetting('drainMs', sources)?.value ?? SETTINGS.drainMs.standard;
}

/** Which setting each limit of a gateway has; the others are not for deployments to set. */
const LIMIT_SETTINGS = {
  connections: 'maxConnections',
  calls: 'maxCalls',
  callsPerAgent: 'maxCallsPerAgent',
  callsPerCaller: 'maxCallsPerClient',
  waitingCalls: 'maxWaitingCalls',
  waitMs: 'maxWaitMs',
} as const satisfies { readonly [Name in keyof GatewayLimits]?: keyof typeof SETTINGS };

function gatewayLimits(sources: SettingSources): Partial<GatewayLimits> {
  const found = Object.entries(LIMIT_SETTINGS).flatMap(([limit, name]) => {
    const setting = readSetting(name, sources);
    return setting === undefined ? [] : [[limit, setting.value] as const];
  });
  return Object.fromEntries(found);
}
