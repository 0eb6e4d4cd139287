CREATE TABLE passkeys (
    id TEXT NOT NULL PRIMARY KEY,
    staff TEXT NOT NULL,
    name TEXT NOT NULL,
    credential BLOB NOT NULL UNIQUE,
    static_state BLOB NOT NULL,
    dynamic_state BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_by_staff ON passkeys (staff);

-- What a passkey was asked to sign, by the hash of the token of the session that is to bring it.
CREATE TABLE passkey_challenges (
    session BLOB NOT NULL PRIMARY KEY,
    state BLOB NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
