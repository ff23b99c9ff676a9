import { afterAll, beforeAll } from 'vitest';
import { noPostgres, OwnPostgres, type OwnPostgresOptions } from './own-postgres.ts';

/** One Postgres for all tests of a file, started before the first of them. */
export function usePostgres(options: OwnPostgresOptions = {}): () => OwnPostgres {
  let started: OwnPostgres | undefined;
  beforeAll(async () => {
    if (noPostgres() === undefined) started = await OwnPostgres.start(options);
  });
  afterAll(async () => started?.[Symbol.asyncDispose]());
  return () => {
    if (started === undefined) throw new Error('There is no Postgres.');
    return started;
  };
}
