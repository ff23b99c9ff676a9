import type { TestProject } from 'vitest/node';
import { type PublishedPackages, publishToLoopback } from './published.ts';

declare module 'vitest' {
  interface ProvidedContext {
    published: PublishedPackages;
  }
}

/** What `serve.ts` prints: the registry of an earlier publication and its downloads, to be used again. */
const KEPT = 'MORTISE_PUBLISHED';

/** Once for all files of the project `registry`, and only if one of them runs. */
export default async function setup(project: TestProject): Promise<() => void> {
  const kept = process.env[KEPT];
  if (kept !== undefined) {
    project.provide('published', JSON.parse(kept) as PublishedPackages);
    return () => undefined;
  }
  const { stop, ...published } = await publishToLoopback();
  project.provide('published', published);
  return stop;
}
