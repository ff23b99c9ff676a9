import { type LimitSettings, type ResolvedLimits, resolveLimits } from '@mortise/contracts';
import type { HostConfiguration } from './host-configuration.ts';

/**
 * The limits in force: the standard ones, changed by the embedder, then by the configuration, then by
 * what an extension has of its own.
 */
export class HostLimits {
  readonly #given: LimitSettings | undefined;
  readonly #configuration: HostConfiguration;
  #resolved: { readonly from: LimitSettings | undefined; readonly limits: ResolvedLimits };

  constructor(given: LimitSettings | undefined, configuration: HostConfiguration) {
    const from = configuration.current.limits;
    this.#given = given;
    this.#configuration = configuration;
    this.#resolved = { from, limits: resolveLimits(given, from) };
  }

  /** Of all that have none of their own. The same object until the configuration changes. */
  get host(): ResolvedLimits {
    const from = this.#configuration.current.limits;
    if (from !== this.#resolved.from) {
      this.#resolved = { from, limits: resolveLimits(this.#given, from) };
    }
    return this.#resolved.limits;
  }

  /** Of an MCP server, if the configuration gives it its own. */
  ofServer(name: string): ResolvedLimits | undefined {
    const { mcpServers } = this.#configuration.current;
    const own = mcpServers.find((server) => server.name === name)?.limits;
    return own === undefined ? undefined : this.of(own);
  }

  /** Of an extension with these of its own. */
  of(own: LimitSettings | undefined): ResolvedLimits {
    if (own === undefined) return this.host;
    return resolveLimits(this.#given, this.#configuration.current.limits, own);
  }
}
