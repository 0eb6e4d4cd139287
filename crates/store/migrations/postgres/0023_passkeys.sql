CREATE TABLE passkeys (
    id TEXT NOT NULL PRIMARY KEY,
    staff TEXT NOT NULL,
    name TEXT NOT NULL,
    credential BYTEA NOT NULL UNIQUE,
    static_state BYTEA NOT NULL,
    dynamic_state BYTEA NOT NULL,
    made_at BIGINT NOT NULL,
    used_at BIGINT
);

CREATE INDEX passkeys_by_staff ON passkeys (staff);

-- What a passkey was asked to sign, by the hash of the token of the session that is to bring it.
CREATE TABLE passkey_challenges (
    session BYTEA NOT NULL PRIMARY KEY,
    state BYTEA NOT NULL,
    expires_at BIGINT NOT NULL
);
