/**
 * Steps that bring the state database to the newest form. Append only: a released step never changes. Hosts of
 * the form before go on beside those of the new one while an upgrade rolls, so a step only adds.
 *
 * Texts are compared by bytes (`"C"`), as SQLite does. Records are JSON in TEXT: `jsonb` refuses NUL and half
 * characters, which JSON may hold. What other hosts must hear of is noted by triggers in the transaction that
 * changes it. The one row of `change_marks` is locked until that transaction ends, so marks are without gaps,
 * and are committed in their order: who has read up to a mark has missed nothing.
 */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  `CREATE TABLE change_marks (last BIGINT NOT NULL);
   INSERT INTO change_marks (last) VALUES (0);
   CREATE TABLE changes (
     mark BIGINT PRIMARY KEY,
     kind TEXT NOT NULL,
     subject TEXT NOT NULL,
     at TIMESTAMPTZ NOT NULL DEFAULT now()
   );
   CREATE FUNCTION note_change(of_kind TEXT, of_subject TEXT) RETURNS BIGINT
   LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
   DECLARE
     next_mark BIGINT;
   BEGIN
     UPDATE change_marks SET last = last + 1 RETURNING last INTO next_mark;
     INSERT INTO changes (mark, kind, subject) VALUES (next_mark, of_kind, of_subject);
     PERFORM pg_notify('mortise_' || current_schema(), next_mark::text);
     RETURN next_mark;
   END
   $body$;`,
  `CREATE TABLE sessions (
     agent_id TEXT COLLATE "C" NOT NULL,
     session_key TEXT COLLATE "C" NOT NULL,
     loaded_toolkits TEXT NOT NULL,
     gravest TEXT,
     version BIGINT NOT NULL,
     updated_at BIGINT NOT NULL,
     PRIMARY KEY (agent_id, session_key)
   );
   CREATE FUNCTION note_session() RETURNS trigger
   LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
   BEGIN
     PERFORM note_change('session', json_build_array(NEW.agent_id, NEW.session_key)::text);
     RETURN NULL;
   END
   $body$;
   CREATE TRIGGER note_session AFTER INSERT OR UPDATE OF version ON sessions
     FOR EACH ROW EXECUTE FUNCTION note_session();`,
  `CREATE TABLE tokens (
     number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     id TEXT COLLATE "C" NOT NULL UNIQUE,
     record TEXT NOT NULL,
     expires_at BIGINT,
     revoked_at BIGINT
   );
   CREATE FUNCTION note_token() RETURNS trigger
   LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
   BEGIN
     PERFORM note_change('token', OLD.id);
     RETURN NULL;
   END
   $body$;
   CREATE TRIGGER note_token AFTER UPDATE OR DELETE ON tokens
     FOR EACH ROW EXECUTE FUNCTION note_token();`,
  `CREATE TABLE approvals (
     id TEXT COLLATE "C" PRIMARY KEY,
     version BIGINT NOT NULL,
     state TEXT NOT NULL,
     request TEXT COLLATE "C" NOT NULL,
     agent_id TEXT COLLATE "C" NOT NULL,
     caller TEXT COLLATE "C" NOT NULL,
     expires_at BIGINT NOT NULL,
     last_change BIGINT NOT NULL,
     mark BIGINT NOT NULL,
     record TEXT NOT NULL
   );
   CREATE INDEX approvals_by_request ON approvals (request, state);
   CREATE INDEX approvals_by_state ON approvals (state, expires_at, caller);
   CREATE UNIQUE INDEX approvals_by_mark ON approvals (mark);
   CREATE INDEX approvals_by_age ON approvals (last_change);
   CREATE FUNCTION note_approval() RETURNS trigger
   LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
   BEGIN
     NEW.mark := note_change('approval', NEW.id);
     RETURN NEW;
   END
   $body$;
   CREATE TRIGGER note_approval BEFORE INSERT OR UPDATE ON approvals
     FOR EACH ROW EXECUTE FUNCTION note_approval();`,
  `CREATE TABLE stops (
     number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     id TEXT COLLATE "C" NOT NULL UNIQUE,
     scope TEXT NOT NULL,
     name TEXT NOT NULL,
     reason TEXT NOT NULL,
     made_by TEXT NOT NULL,
     made_at BIGINT NOT NULL,
     lifted_at BIGINT,
     lifted_by TEXT
   );
   CREATE FUNCTION note_stop() RETURNS trigger
   LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
   BEGIN
     PERFORM note_change('stop', NEW.id);
     RETURN NULL;
   END
   $body$;
   CREATE TRIGGER note_stop AFTER INSERT OR UPDATE ON stops
     FOR EACH ROW EXECUTE FUNCTION note_stop();`,
  `CREATE TABLE rates (
     key TEXT COLLATE "C" NOT NULL,
     starts_at BIGINT NOT NULL,
     ends_at BIGINT NOT NULL,
     used BIGINT NOT NULL,
     taken BIGINT NOT NULL,
     PRIMARY KEY (key, starts_at)
   );
   CREATE TABLE rate_holds (
     key TEXT COLLATE "C" NOT NULL,
     holder TEXT COLLATE "C" NOT NULL,
     count BIGINT NOT NULL,
     until BIGINT NOT NULL,
     PRIMARY KEY (key, holder)
   );`,
  `CREATE TABLE entries (
     namespace TEXT COLLATE "C" NOT NULL,
     key BYTEA NOT NULL,
     value TEXT NOT NULL,
     size BIGINT NOT NULL,
     expires_at BIGINT,
     PRIMARY KEY (namespace, key)
   );
   CREATE INDEX entry_sizes ON entries (namespace, size);
   CREATE INDEX entry_ends ON entries (expires_at) WHERE expires_at IS NOT NULL;
   CREATE TABLE owners (
     owner TEXT COLLATE "C" PRIMARY KEY,
     state TEXT NOT NULL,
     seen_at BIGINT NOT NULL
   );`,
  `CREATE TABLE calls (
     id TEXT COLLATE "C" PRIMARY KEY,
     request TEXT NOT NULL,
     run TEXT NOT NULL,
     holder TEXT NOT NULL,
     held_until BIGINT NOT NULL,
     state TEXT NOT NULL,
     runs BIGINT NOT NULL,
     begun_at BIGINT NOT NULL,
     ended_at BIGINT,
     outcome TEXT
   );
   CREATE INDEX calls_of_holder ON calls (holder) WHERE state = 'running';
   CREATE INDEX calls_by_age ON calls ((coalesce(ended_at, held_until)));
   CREATE TABLE replicas (
     id TEXT COLLATE "C" PRIMARY KEY,
     name TEXT NOT NULL,
     facts TEXT NOT NULL,
     stays_until TIMESTAMPTZ NOT NULL
   );`,
];
