/** Steps that bring a file to the newest form. Append only: a released step never changes. */
export const SESSION_MIGRATIONS: readonly string[] = [
  `CREATE TABLE sessions (
     agent_id TEXT NOT NULL,
     session_key TEXT NOT NULL,
     loaded_toolkits TEXT NOT NULL,
     version INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     PRIMARY KEY (agent_id, session_key)
   ) STRICT, WITHOUT ROWID`,
];
