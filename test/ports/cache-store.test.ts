import { FolderCache, MemoryCache } from '@mortise/host';
import { describe } from 'vitest';
import { cacheStoreSuite } from './cache-store-suite.ts';
import { temporaryFiles } from './temporary-folder.ts';

const newFile = temporaryFiles();

describe('MemoryCache', () => {
  cacheStoreSuite(() => new MemoryCache());
});

describe('FolderCache', () => {
  cacheStoreSuite(() => new FolderCache(newFile()));
});
