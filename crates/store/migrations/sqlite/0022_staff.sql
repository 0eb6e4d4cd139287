-- Who works for the company. `mobile` is NULL from the moment that somebody is revoked or erased:
-- what stays is the id, by which histories name them. Of a member's time-based passwords, only a
-- random part is here; the server's secret makes the shared secret of it.
CREATE TABLE staff (
    id TEXT NOT NULL PRIMARY KEY,
    mobile TEXT UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    services TEXT NOT NULL,
    invited_by TEXT,
    invited_at INTEGER NOT NULL,
    active_at INTEGER,
    revoked_at INTEGER,
    totp BLOB,
    totp_next BLOB,
    reset_at INTEGER
) STRICT, WITHOUT ROWID;

INSERT INTO gates VALUES ('staff', 0);
