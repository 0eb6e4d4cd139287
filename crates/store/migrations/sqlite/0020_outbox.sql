-- What goes out: to which programs, what of it is still to be sent, and which programs may come in.
-- A secret is not stored: it is derived from the server's own secret and the seed that stands here.

CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY,
    url TEXT NOT NULL,
    -- The names of the events it is told of, each between blanks; a blank alone for all.
    events TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    seed BLOB NOT NULL,
    -- The seed before, whose signature goes along until then.
    previous_seed BLOB,
    previous_until INTEGER,
    -- It has failed: nothing is sent to it before.
    resting_until INTEGER NOT NULL,
    made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A row for each event and whoever is told of it, written in the transaction of the event. It has no
-- name, number or note: what is sent is read when it is sent, and goes with what is erased. `due_at`
-- is when it is tried next, also while somebody tries; NULL once it is delivered or given up.
CREATE TABLE outbox (
    id TEXT NOT NULL PRIMARY KEY,
    channel TEXT NOT NULL,
    webhook TEXT REFERENCES webhooks (id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    referral_id INTEGER REFERENCES referrals (id) ON DELETE CASCADE,
    message_id INTEGER REFERENCES messages (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    due_at INTEGER,
    attempts INTEGER NOT NULL,
    status INTEGER,
    failure TEXT,
    delivered_at INTEGER,
    failed_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_by_due ON outbox (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_by_webhook ON outbox (webhook, at);
CREATE INDEX outbox_by_referral ON outbox (referral_id);
CREATE INDEX outbox_by_message ON outbox (message_id);
CREATE INDEX outbox_by_time ON outbox (at);

-- API tokens, by the SHA-256 of each.
CREATE TABLE tokens (
    token BLOB NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    mobile TEXT NOT NULL,
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    -- Names with a blank between them.
    scopes TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_by_mobile ON tokens (mobile);

-- How an account's holder is told of changes of the referrals that they made; NULL for not at all.
ALTER TABLE accounts ADD COLUMN notify TEXT;
