import type { JsonValue } from '@mortise/contracts';
import type { ConfigFindings } from './config-findings.ts';
import { CONFIG_LIMITS } from './config-limits.ts';
import type { ConfigNode, MapNode } from './config-node.ts';
import { joinIndex, joinKey } from './config-path.ts';
import { type ConfigEnvironment, interpolate } from './interpolate.ts';

export interface ResolvedValues {
  readonly value: JsonValue;
  /** What was written where the environment filled something in, by the text that came out. */
  readonly writtenForms: ReadonlyMap<string, string>;
}

const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** Turns what was written into plain data: variables filled in, references to secrets left alone. */
export function resolveValues(
  root: ConfigNode,
  env: ConfigEnvironment,
  findings: ConfigFindings,
): ResolvedValues {
  const resolver = new ValueResolver(env, findings);
  return { value: resolver.resolve(root, '', 0), writtenForms: resolver.writtenForms };
}

class ValueResolver {
  readonly writtenForms = new Map<string, string>();
  readonly #env: ConfigEnvironment;
  readonly #findings: ConfigFindings;

  constructor(env: ConfigEnvironment, findings: ConfigFindings) {
    this.#env = env;
    this.#findings = findings;
  }

  resolve(node: ConfigNode, path: string, depth: number): JsonValue {
    // The readers measure what is written; through aliases it may still become deeper.
    if (depth > CONFIG_LIMITS.depth) {
      const message = `the nesting is deeper than ${CONFIG_LIMITS.depth} levels.`;
      this.#findings.report({ code: 'config_too_large', path: '', message, isFatalForPath: true });
      return null;
    }
    if (node.kind === 'scalar') {
      return typeof node.value === 'string' ? this.#fill(node.value, path) : node.value;
    }
    if (node.kind === 'list') {
      return node.items.map((item, index) => this.resolve(item, joinIndex(path, index), depth + 1));
    }
    if (node.entries.has('$secret')) return this.#keepSecret(node, path);
    // `fromEntries` defines properties, so that no key can reach a prototype.
    return Object.fromEntries(
      Array.from(node.entries, ([key, entry]) => [
        key,
        this.resolve(entry.node, joinKey(path, key), depth + 1),
      ]),
    );
  }

  #keepSecret(node: MapNode, path: string): JsonValue {
    const name = node.entries.get('$secret')?.node;
    const text = name?.kind === 'scalar' ? name.value : undefined;
    if (node.entries.size === 1 && typeof text === 'string' && SECRET_NAME.test(text)) {
      return { $secret: text };
    }
    const message = 'a reference to a secret has the key $secret with a name, and no other key.';
    this.#findings.report({ code: 'secret_invalid', path, message, isFatalForPath: true });
    return { $secret: 'INVALID' };
  }

  #fill(written: string, path: string): string {
    if (!written.includes('${')) return written;
    const outcome = interpolate(written, this.#env);
    if (outcome.status === 'ok') {
      this.writtenForms.set(outcome.text, written);
      this.writtenForms.set(outcome.text.trim(), written.trim());
      return outcome.text;
    }
    const report =
      outcome.status === 'missing'
        ? ({
            code: 'env_missing',
            subject: outcome.name,
            message: `the environment variable ${outcome.name} is not set.`,
          } as const)
        : ({
            code: 'env_syntax',
            message: 'a reference to a variable is not closed or has no valid name.',
          } as const);
    this.#findings.report({ ...report, path, isFatalForPath: true });
    return written;
  }
}
