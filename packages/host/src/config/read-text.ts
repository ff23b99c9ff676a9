import { ConfigFindings } from './config-findings.ts';
import type { ConfigFormat } from './config-format.ts';
import type { ConfigNode } from './config-node.ts';
import { readJson } from './read-json.ts';
import { readYaml } from './read-yaml.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const LOOKS_LIKE_JSON = /^\s*(?:\{|\/\/|\/\*)/;

/** Text in one of the notations → what was written, with places. */
export function readText(
  text: string,
  format: ConfigFormat,
  findings: ConfigFindings,
): ConfigNode | undefined {
  const content = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  if (format === 'json') return readJson(content, findings);
  return readJsonInYaml(content) ?? readYaml(content, findings);
}

/** The access seed is a braced snippet with `//` comments, which YAML does not know; it may stand in a YAML file. */
function readJsonInYaml(text: string): ConfigNode | undefined {
  if (!LOOKS_LIKE_JSON.test(text)) return undefined;
  const findings = new ConfigFindings();
  const node = readJson(text, findings);
  return findings.isEmpty ? node : undefined;
}
