import { type RunCaller, WORKER_SCOPES } from '@mortise/contracts';
import type { Extension } from '../extensions/extension.ts';
import { MAX_ISOLATES } from '../processes/runner-pool.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';
import { toRunner } from '../wire/host-to-runner.ts';
import type { IsolateSpec } from '../wire/isolate-spec.ts';
import {
  IsolateHandle,
  type IsolateHandleParts,
  isLoading,
  type LoadingIsolate,
} from './isolate-handle.ts';
import type { Placement } from './placement.ts';

/** All isolates of a sandbox, by their number and by extension and scope. */
export class IsolateTable {
  readonly #placement: Placement;
  readonly #isolates = new Map<number, IsolateHandle>();
  readonly #loading = new Set<LoadingIsolate>();
  readonly #scopes = new WeakMap<Extension, Map<string, IsolateHandle>>();
  #lastId = 0;

  constructor(placement: Placement) {
    this.#placement = placement;
  }

  /** An isolate by the number that a runner says; undefined if it is not one of that runner's. */
  get(runner: RunnerProcess, id: number): IsolateHandle | undefined {
    const isolate = this.#isolates.get(id);
    return isolate?.runner === runner ? isolate : undefined;
  }

  of(runner: RunnerProcess): readonly IsolateHandle[] {
    return [...this.#isolates.values()].filter((isolate) => isolate.runner === runner);
  }

  /** Those that a registration runs in. */
  get loading(): ReadonlySet<LoadingIsolate> {
    return this.#loading;
  }

  /** The isolate that a caller's calls go to; undefined while no runner is free for it. Throws if none can be made. */
  isolateFor(extension: Extension, caller: RunCaller): IsolateHandle | undefined {
    const key = scopeKey(caller);
    const known = this.#scopes.get(extension)?.get(key);
    if (known?.runner.isServing) return known;
    const runner = this.#placement.runnerFor(extension, key);
    if (runner === undefined) return undefined;
    const isolate = this.open({ runner, extension, scopeKey: key });
    this.#scopesOf(extension).set(key, isolate);
    return isolate;
  }

  /** Makes an isolate for an extension; frames for it may follow at once. Throws if its text is gone. */
  open(parts: Omit<IsolateHandleParts, 'id'>): IsolateHandle {
    const { runner, extension, scopeKey } = parts;
    if (runner.group?.key !== this.#placement.groupOf(extension, scopeKey).key)
      throw new Error(`the runner ${runner.pid} is not for the extension ${extension.id}`);
    const { id: extensionId, configJson: config, limits } = extension;
    const source = extension.readSource();
    const placesLogs = extension.facts.placesLogs === true;
    this.#makeRoom(runner);
    this.#lastId += 1;
    const isolate = new IsolateHandle({ id: this.#lastId, ...parts });
    const spec: IsolateSpec = {
      ...{ extensionId, source, config, limits, placesLogs },
      ...(isLoading(isolate) && schemaOf(extension)),
    };
    this.#isolates.set(isolate.id, isolate);
    if (isLoading(isolate)) this.#loading.add(isolate);
    runner.addIsolate(limits.heapBytes, isLoading(isolate));
    runner.send(toRunner.open({ isolate: isolate.id, spec: JSON.stringify(spec) }));
    return isolate;
  }

  close(isolate: IsolateHandle): void {
    if (this.#remove(isolate)) isolate.runner.send(toRunner.close({ isolate: isolate.id }));
  }

  closeAll(extension: Extension): void {
    for (const isolate of this.#scopes.get(extension)?.values() ?? []) this.close(isolate);
  }

  /** An isolate that has not been used for a while goes even if its runner stays. */
  closeIdle(idleBefore: number): void {
    for (const isolate of this.#isolates.values()) {
      const { idleSince } = isolate;
      if (idleSince !== undefined && idleSince < idleBefore) this.close(isolate);
    }
  }

  /** Takes out the isolates of a runner that has ended. */
  takeAll(runner: RunnerProcess): readonly IsolateHandle[] {
    const isolates = this.of(runner);
    for (const isolate of isolates) this.#remove(isolate);
    return isolates;
  }

  /** False if it is gone already. */
  #remove(isolate: IsolateHandle): boolean {
    if (!this.#isolates.delete(isolate.id)) return false;
    const { runner, extension } = isolate;
    runner.pastIsolates.add(isolate.id);
    if (isLoading(isolate)) this.#loading.delete(isolate);
    runner.removeIsolate(extension.limits.heapBytes, isLoading(isolate));
    const scopes = this.#scopes.get(extension);
    if (scopes?.get(isolate.scopeKey) === isolate) scopes.delete(isolate.scopeKey);
    return true;
  }

  /** Callers with a scope of their own may be many: the isolate that rested longest goes first. */
  #makeRoom(runner: RunnerProcess): void {
    if (runner.isolateCount < MAX_ISOLATES) return;
    let oldest: IsolateHandle | undefined;
    for (const isolate of this.of(runner)) {
      if (isolate.idleSince === undefined) continue;
      if (oldest?.idleSince === undefined || isolate.idleSince < oldest.idleSince) oldest = isolate;
    }
    if (oldest !== undefined) this.close(oldest);
  }

  #scopesOf(extension: Extension): Map<string, IsolateHandle> {
    const known = this.#scopes.get(extension);
    if (known !== undefined) return known;
    const made = new Map<string, IsolateHandle>();
    this.#scopes.set(extension, made);
    return made;
  }
}

/**
 * Which isolate of an extension a caller gets. A caller without a user, in a scope that keeps
 * users apart, shares with its own session alone.
 */
export function scopeKey(caller: RunCaller): string {
  const { perAgent, perUser } = WORKER_SCOPES[caller.workerScope];
  // The scopes of most calls need no quoting: other keys begin with a bracket.
  if (!perUser) return perAgent ? `agent ${caller.agentId}` : '';
  const user =
    caller.userId === undefined ? ['session', caller.sessionKey] : ['user', caller.userId];
  return JSON.stringify(perAgent ? [...user, caller.agentId] : user);
}

/** JSON text of the schema that its configuration is checked against, if it has one. */
function schemaOf({ configSchemaJson }: Extension): Pick<IsolateSpec, 'configSchema'> {
  return configSchemaJson === undefined ? {} : { configSchema: configSchemaJson };
}
