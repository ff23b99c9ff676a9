/**
 * Steps that bring the state file to the newest form, of all that is kept in it. Append only: a released
 * step never changes, and what a new part keeps is a step at the end.
 */
export const STATE_MIGRATIONS: readonly string[] = [
  `CREATE TABLE sessions (
     agent_id TEXT NOT NULL,
     session_key TEXT NOT NULL,
     loaded_toolkits TEXT NOT NULL,
     version INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     PRIMARY KEY (agent_id, session_key)
   ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE tokens (
     number INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     record TEXT NOT NULL,
     expires_at INTEGER,
     revoked_at INTEGER
   ) STRICT`,
];
