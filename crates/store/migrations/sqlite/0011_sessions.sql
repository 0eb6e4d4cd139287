-- Sessions that their owner can tell apart, the second factor's tries and used codes, and what has
-- happened that matters to security. A number stands here as its HMAC under the server's secret.

ALTER TABLE sessions ADD COLUMN confirmed_at INTEGER;
ALTER TABLE sessions ADD COLUMN device TEXT;

-- The last time step that was used. Like the tries, it goes when it is too old to count, and by
-- nothing else.
CREATE TABLE used_steps (
    number BLOB NOT NULL PRIMARY KEY,
    step INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Tries that were wrong.
CREATE TABLE factor_tries (
    seq INTEGER PRIMARY KEY,
    number BLOB NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX factor_tries_by_number ON factor_tries (number, at);

-- Codes that may each be given once in place of the authenticator app's.
CREATE TABLE recovery_codes (
    code BLOB NOT NULL PRIMARY KEY,
    number BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX recovery_codes_by_number ON recovery_codes (number);

CREATE TABLE security_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    outcome TEXT NOT NULL,
    actor BLOB,
    target BLOB,
    request TEXT NOT NULL
) STRICT;

CREATE INDEX security_events_by_time ON security_events (at);
CREATE INDEX security_events_by_actor ON security_events (actor, at);
CREATE INDEX security_events_by_target ON security_events (target, at);
