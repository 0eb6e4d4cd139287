-- What goes out: to which programs, what of it is still to be sent, and which programs may come in.
-- A secret is not stored: it is derived from the server's own secret and the seed that stands here.

CREATE TABLE webhooks (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    url TEXT NOT NULL,
    -- The names of the events it is told of, each between blanks; a blank alone for all.
    events TEXT NOT NULL,
    enabled BIGINT NOT NULL,
    seed BYTEA NOT NULL,
    -- The seed before, whose signature goes along until then.
    previous_seed BYTEA,
    previous_until BIGINT,
    -- It has failed: nothing is sent to it before.
    resting_until BIGINT NOT NULL,
    made_at BIGINT NOT NULL
);

-- A row for each event and whoever is told of it, written in the transaction of the event. It has no
-- name, number or note: what is sent is read when it is sent, and goes with what is erased. `due_at`
-- is when it is tried next, also while somebody tries; NULL once it is delivered or given up.
CREATE TABLE outbox (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    channel TEXT NOT NULL,
    webhook TEXT COLLATE "C" REFERENCES webhooks (id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    referral_id BIGINT REFERENCES referrals (id) ON DELETE CASCADE,
    message_id BIGINT REFERENCES messages (id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    due_at BIGINT,
    attempts BIGINT NOT NULL,
    status BIGINT,
    failure TEXT,
    delivered_at BIGINT,
    failed_at BIGINT
);

CREATE INDEX outbox_by_due ON outbox (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_by_webhook ON outbox (webhook, at);
CREATE INDEX outbox_by_referral ON outbox (referral_id);
CREATE INDEX outbox_by_message ON outbox (message_id);
CREATE INDEX outbox_by_time ON outbox (at);

-- API tokens, by the SHA-256 of each.
CREATE TABLE tokens (
    token BYTEA NOT NULL PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    mobile TEXT COLLATE "C" NOT NULL,
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    -- Names with a blank between them.
    scopes TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);

CREATE INDEX tokens_by_mobile ON tokens (mobile);

-- How an account's holder is told of changes of the referrals that they made; NULL for not at all.
ALTER TABLE accounts ADD COLUMN notify TEXT;
