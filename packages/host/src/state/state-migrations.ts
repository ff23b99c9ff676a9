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
  `CREATE TABLE approvals (
     id TEXT PRIMARY KEY,
     version INTEGER NOT NULL,
     state TEXT NOT NULL,
     request TEXT NOT NULL,
     agent_id TEXT NOT NULL,
     caller TEXT NOT NULL,
     expires_at INTEGER NOT NULL,
     last_change INTEGER NOT NULL,
     mark INTEGER NOT NULL,
     record TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX approvals_by_request ON approvals (request, state);
   CREATE INDEX approvals_by_state ON approvals (state, expires_at, caller);
   CREATE UNIQUE INDEX approvals_by_mark ON approvals (mark);
   CREATE INDEX approvals_by_age ON approvals (last_change);
   CREATE TABLE approval_marks (last INTEGER NOT NULL) STRICT;
   INSERT INTO approval_marks (last) VALUES (0);`,
  `CREATE TABLE stops (
     number INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     scope TEXT NOT NULL,
     name TEXT NOT NULL,
     reason TEXT NOT NULL,
     made_by TEXT NOT NULL,
     made_at INTEGER NOT NULL,
     lifted_at INTEGER,
     lifted_by TEXT
   ) STRICT`,
  `CREATE TABLE rates (
     key TEXT NOT NULL,
     starts_at INTEGER NOT NULL,
     ends_at INTEGER NOT NULL,
     used INTEGER NOT NULL,
     PRIMARY KEY (key, starts_at)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE rate_holds (
     key TEXT NOT NULL,
     holder TEXT NOT NULL,
     count INTEGER NOT NULL,
     until INTEGER NOT NULL,
     PRIMARY KEY (key, holder)
   ) STRICT, WITHOUT ROWID`,
  'ALTER TABLE sessions ADD COLUMN gravest TEXT',
  `CREATE TABLE calls (
     id TEXT PRIMARY KEY,
     request TEXT NOT NULL,
     run TEXT NOT NULL,
     holder TEXT NOT NULL,
     held_until INTEGER NOT NULL,
     state TEXT NOT NULL,
     runs INTEGER NOT NULL,
     begun_at INTEGER NOT NULL,
     ended_at INTEGER,
     outcome TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX calls_of_holder ON calls (holder) WHERE state = 'running';
   CREATE INDEX calls_by_age ON calls (coalesce(ended_at, held_until))`,
];
