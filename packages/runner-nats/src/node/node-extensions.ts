import type { Logger } from '@mortise/contracts';
import type { LoadResult, Sandbox } from '@mortise/sandbox';
import type { ObjectBuckets } from '../store/object-buckets.ts';
import { type ExtensionSpec, readSpec } from '../wire/extension-spec.ts';

/** An extension that calls can be given to. */
export interface NodeExtension {
  readonly sandbox: Sandbox;
  readonly id: string;
}

export interface NodeExtensionsParts {
  readonly buckets: ObjectBuckets;
  readonly bundles: string;
  /** A sandbox has one generation of an id; another generation gets another sandbox. */
  readonly openSandbox: () => Sandbox;
  readonly logger: Logger;
}

interface KnownExtension {
  readonly spec: Promise<ExtensionSpec>;
  readonly tell: (spec: ExtensionSpec) => void;
  /** When hosts were asked for it, by their id; undefined once one has told. */
  asked: Map<string, number> | undefined;
  loaded: Promise<NodeExtension> | undefined;
  calls: number;
  usedAt: number;
}

/** A sandbox and the extensions that have a generation in it. */
interface SandboxPlace {
  readonly sandbox: Sandbox;
  readonly ids: Set<string>;
}

const MAX_EXTENSIONS = 200;
/** How long hosts have to say what an extension is, and how often each is asked for it at most. */
const SPEC_MS = 10_000;
const ASK_MS = 1_000;
const MAX_TEXT_BYTES = 64_000_000;

/**
 * The extensions of a node, by the hash of all that they are. Code comes from the object store by its
 * own hash and is compared with it before it is used.
 */
export class NodeExtensions {
  readonly #parts: NodeExtensionsParts;
  readonly #sandboxes: SandboxPlace[] = [];
  readonly #known = new Map<string, KnownExtension>();

  constructor(parts: NodeExtensionsParts) {
    this.#parts = parts;
  }

  /**
   * Whether a host is to be asked what a key stands for. Each is, though others were: one that was asked may be dead, and
   * a call must not fail because of the host of another.
   */
  mustAsk(key: string, hostId: string, now: number): boolean {
    const { asked } = this.#know(key);
    if (asked === undefined || now - (asked.get(hostId) ?? Number.NEGATIVE_INFINITY) < ASK_MS)
      return false;
    asked.set(hostId, now);
    return true;
  }

  /** A host says what a key stands for. False if it does not. */
  tell(key: string, specJson: string): boolean {
    const spec = readSpec(specJson, key);
    if (spec === undefined) return false;
    const known = this.#know(key);
    known.asked = undefined;
    known.tell(spec);
    return true;
  }

  /** Runs something in an extension, which is loaded if it is not there. Rejects if that fails. */
  async use<Result>(
    key: string,
    work: (extension: NodeExtension) => Promise<Result>,
  ): Promise<Result> {
    const known = this.#know(key);
    known.calls += 1;
    known.usedAt = performance.now();
    try {
      known.loaded ??= this.#load(key, known);
      return await work(await known.loaded);
    } finally {
      known.calls -= 1;
    }
  }

  get sandboxes(): readonly Sandbox[] {
    return this.#sandboxes.map(({ sandbox }) => sandbox);
  }

  /** The sandbox of the first extensions, before there are any. */
  openFirst(): Sandbox {
    return (this.#sandboxes[0] ?? this.#open()).sandbox;
  }

  #know(key: string): KnownExtension {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { promise, resolve, reject } = Promise.withResolvers<ExtensionSpec>();
    const timer = setTimeout(() => reject(new Error('its host did not say what it is')), SPEC_MS);
    promise.finally(() => clearTimeout(timer)).catch(() => this.#known.delete(key));
    const made: KnownExtension = {
      ...{ spec: promise, tell: resolve, asked: new Map(), loaded: undefined },
      ...{ calls: 0, usedAt: performance.now() },
    };
    this.#known.set(key, made);
    this.#forgetOldest();
    return made;
  }

  async #load(key: string, { spec: told }: KnownExtension): Promise<NodeExtension> {
    try {
      const { source, map, ...facts } = await told;
      const [sourceText, mapText] = await Promise.all([
        this.#fetch(source),
        map === undefined ? undefined : this.#fetch(map),
      ]);
      const place = this.#placeFor(facts.id);
      const result = await place.sandbox.load({
        ...{ ...facts, source: sourceText },
        ...(mapText === undefined ? {} : { map: mapText }),
      });
      if (result.status === 'failed') place.ids.delete(facts.id);
      requireLoaded(result);
      return { sandbox: place.sandbox, id: facts.id };
    } catch (error) {
      // The next call tries it again.
      this.#known.delete(key);
      throw error;
    }
  }

  async #fetch(sum: string): Promise<string> {
    const { buckets, bundles } = this.#parts;
    const place = { bucket: bundles, name: sum, sum, maxBytes: MAX_TEXT_BYTES };
    return Buffer.from(await buckets.read(place)).toString();
  }

  #placeFor(id: string): SandboxPlace {
    const place = this.#sandboxes.find(({ ids }) => !ids.has(id)) ?? this.#open();
    place.ids.add(id);
    return place;
  }

  #open(): SandboxPlace {
    const place = { sandbox: this.#parts.openSandbox(), ids: new Set<string>() };
    this.#sandboxes.push(place);
    return place;
  }

  /** Old generations go when there are many, those that run calls never. */
  #forgetOldest(): void {
    if (this.#known.size <= MAX_EXTENSIONS) return;
    const [oldest] = [...this.#known]
      .filter(([, { calls, loaded }]) => calls === 0 && loaded !== undefined)
      .toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest === undefined) return;
    const [key, { loaded }] = oldest;
    this.#known.delete(key);
    void loaded?.then(({ sandbox, id }) => {
      this.#sandboxes.find((place) => place.sandbox === sandbox)?.ids.delete(id);
      return sandbox.unload(id);
    });
  }
}

function requireLoaded(result: LoadResult): void {
  if (result.status === 'failed') throw new Error(result.message);
}
