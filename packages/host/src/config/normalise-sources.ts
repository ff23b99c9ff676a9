import {
  type ConfigFile,
  EXTENSION_KEYS,
  type ExtensionConfig,
  FILE_KEYS,
  MCP_SERVER_KEYS,
  type McpServerConfig,
} from '@mortise/contracts';
import { checkName, checkUniqueNames } from './check-name.ts';
import { joinIndex, joinKey } from './config-path.ts';
import type { ConfigReading } from './config-reading.ts';
import { pickSpelling } from './pick-spelling.ts';
import { readKeys } from './read-keys.ts';
import { findRepeated } from './read-selectors.ts';

/** The extensions in the order written, which is the order in which they claim names. */
export function normaliseExtensions(
  extensions: NonNullable<ConfigFile['extensions']>,
  reading: ConfigReading,
): readonly ExtensionConfig[] {
  const normalised = extensions.map((entry, index): ExtensionConfig => {
    const path = joinIndex('extensions', index);
    const body = typeof entry === 'string' ? { source: entry } : entry;
    return { ...readKeys(EXTENSION_KEYS, body, { path, reading }), path };
  });
  const named = normalised.flatMap(({ id, path }) =>
    id === undefined ? [] : [{ name: id, path }],
  );
  checkUniqueNames(named, reading);
  for (const source of findRepeated(normalised.map((extension) => extension.source))) {
    const subject = reading.show(source);
    const message = `the source ${JSON.stringify(subject)} stands in the list more than once.`;
    reading.findings.report({ code: 'duplicate_ref', path: 'extensions', subject, message });
  }
  return normalised;
}

export function normaliseMcpServers(
  config: ConfigFile,
  reading: ConfigReading,
): readonly McpServerConfig[] {
  const picked = pickSpelling(config, FILE_KEYS.mcpServers.spellings, { path: '', reading });
  if (picked === undefined) return [];
  const servers = Object.entries(picked.value).map(([name, server]) => {
    const path = joinKey(picked.path, name);
    checkName(name, path, reading);
    checkConnection(server, path, reading);
    return { name, ...readKeys(MCP_SERVER_KEYS, server, { path, reading }), path };
  });
  checkUniqueNames(servers, reading);
  return servers;
}

type McpServer = NonNullable<ConfigFile['mcp_servers']>[string];

function checkConnection(server: McpServer, path: string, reading: ConfigReading): void {
  const { command, url } = server;
  if (command === undefined && url === undefined) {
    const message = 'a server needs `command` or `url`.';
    reading.findings.report({ code: 'config_invalid', path, message });
  }
  if (url === undefined) return;
  if (command !== undefined || server.args !== undefined || server.env !== undefined) {
    const message = 'a server has a `command` with `args` and `env`, or a `url`.';
    reading.findings.report({ code: 'config_conflict', path, message });
  }
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol === 'https:' || protocol === 'http:') return;
  const message = 'expected an address that starts with http:// or https://.';
  reading.findings.report({ code: 'config_invalid', path: joinKey(path, 'url'), message });
}
