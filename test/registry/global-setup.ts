import type { TestProject } from 'vitest/node';
import { type PublishedPackages, publishToLoopback } from './published.ts';

declare module 'vitest' {
  interface ProvidedContext {
    published: PublishedPackages;
  }
}

/** Once for all files of the project `registry`, and only if one of them runs. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { stop, ...published } = await publishToLoopback();
  project.provide('published', published);
  return stop;
}
