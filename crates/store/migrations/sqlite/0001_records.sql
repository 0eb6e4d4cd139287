-- Times are milliseconds since 1970. A number that only has to be recognised is kept as its SHA-256.

CREATE TABLE accounts (
    mobile TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    registered_at INTEGER
) STRICT, WITHOUT ROWID;

-- Accounts that were erased, and when.
CREATE TABLE departures (
    number BLOB NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- `origin` is the key that a copy has which came with an id that was taken here.
-- `haystack` is what a search looks at, in lower case.
CREATE TABLE referrals (
    id INTEGER NOT NULL PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    origin TEXT UNIQUE,
    referrer_name TEXT NOT NULL,
    referrer_mobile TEXT NOT NULL,
    referred_name TEXT NOT NULL,
    referred_phone TEXT NOT NULL,
    service TEXT NOT NULL,
    notes TEXT NOT NULL,
    date TEXT NOT NULL,
    status TEXT NOT NULL,
    points INTEGER NOT NULL,
    awarded_at INTEGER,
    version INTEGER NOT NULL,
    haystack TEXT NOT NULL
) STRICT;

-- Texts may be long, and an index entry of PostgreSQL may not: an index holds their beginning.
CREATE INDEX referrals_by_referrer ON referrals (substr(referrer_mobile, 1, 64), id DESC);
CREATE INDEX referrals_by_phone ON referrals (substr(referred_phone, 1, 64));
CREATE INDEX referrals_by_status ON referrals (substr(status, 1, 64), id);
CREATE INDEX referrals_by_service ON referrals (substr(service, 1, 64), id);
CREATE INDEX referrals_by_points ON referrals (points, id);

CREATE VIRTUAL TABLE referral_words USING fts5 (
    haystack,
    content = 'referrals',
    content_rowid = 'id',
    columnsize = 0,
    tokenize = 'trigram case_sensitive 1'
);

-- What is erased is to leave no trace in the index either.
INSERT INTO referral_words (referral_words, rank) VALUES ('secure-delete', 1);

-- The keys of referrals that were erased.
CREATE TABLE graves (
    key TEXT NOT NULL PRIMARY KEY,
    id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX graves_by_id ON graves (id);

CREATE TRIGGER referrals_inserted AFTER INSERT ON referrals BEGIN
    INSERT INTO referral_words (rowid, haystack) VALUES (new.id, new.haystack);
END;

CREATE TRIGGER referrals_deleted AFTER DELETE ON referrals BEGIN
    INSERT INTO referral_words (referral_words, rowid, haystack)
        VALUES ('delete', old.id, old.haystack);
    INSERT INTO graves (key, id) VALUES (old.key, old.id) ON CONFLICT DO NOTHING;
    INSERT INTO graves (key, id) SELECT old.origin, old.id WHERE old.origin IS NOT NULL
        ON CONFLICT DO NOTHING;
END;

-- A referral's texts never change, and the index over them relies on it.
CREATE TRIGGER referrals_keep_their_texts
    BEFORE UPDATE OF id, key, haystack ON referrals
BEGIN
    SELECT RAISE(ABORT, 'a referral keeps its texts');
END;

-- The history. It is only ever added to.
CREATE TABLE changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    referral_id INTEGER NOT NULL REFERENCES referrals (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    actor_mobile TEXT,
    status TEXT NOT NULL,
    points INTEGER NOT NULL
) STRICT;

CREATE INDEX changes_by_referral ON changes (referral_id, seq);

CREATE TRIGGER changes_stay BEFORE UPDATE ON changes BEGIN
    SELECT RAISE(ABORT, 'history is not rewritten');
END;

-- What all referrals add up to. The points are two summands, so that no sum is too large.
CREATE TABLE counters (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    total INTEGER NOT NULL,
    pending INTEGER NOT NULL,
    successful INTEGER NOT NULL,
    points_high INTEGER NOT NULL,
    points_low INTEGER NOT NULL
) STRICT;

INSERT INTO counters VALUES (1, 0, 0, 0, 0, 0);

-- Submissions by their idempotency key. One without a referral is of an erased one.
CREATE TABLE submissions (
    idempotency BLOB NOT NULL PRIMARY KEY,
    fingerprint BLOB NOT NULL,
    referral_id INTEGER REFERENCES referrals (id) ON DELETE SET NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX submissions_by_referral ON submissions (referral_id);
CREATE INDEX submissions_by_time ON submissions (at);

-- One-time codes.
CREATE TABLE codes (
    challenge TEXT NOT NULL PRIMARY KEY,
    mobile TEXT NOT NULL,
    code BLOB NOT NULL,
    sent_at INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What is counted before another code is sent. One without a number is of an erased account.
CREATE TABLE sends (
    seq INTEGER PRIMARY KEY,
    number BLOB,
    address BLOB NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX sends_by_number ON sends (number, at);
CREATE INDEX sends_by_address ON sends (address, at);
CREATE INDEX sends_by_time ON sends (at);

-- Rows that are locked, by changing them, while only one may do something.
CREATE TABLE gates (
    name TEXT NOT NULL PRIMARY KEY,
    passed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO gates VALUES ('codes', 0), ('copies', 0);

CREATE TABLE sessions (
    token BLOB NOT NULL PRIMARY KEY,
    mobile TEXT NOT NULL,
    name TEXT NOT NULL,
    registered_at INTEGER,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    confirmed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_mobile ON sessions (mobile);

-- The last time step of the second factor that was used.
CREATE TABLE second_factors (
    mobile TEXT NOT NULL PRIMARY KEY,
    step INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE second_factor_tries (
    seq INTEGER PRIMARY KEY,
    mobile TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX second_factor_tries_by_mobile ON second_factor_tries (mobile, at);

-- Contact messages.
CREATE TABLE messages (
    id INTEGER NOT NULL PRIMARY KEY,
    idempotency BLOB UNIQUE,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    subject TEXT NOT NULL,
    message TEXT NOT NULL,
    at INTEGER NOT NULL,
    forward INTEGER NOT NULL,
    claimed_until INTEGER NOT NULL,
    forwarded_at INTEGER
) STRICT;

CREATE INDEX messages_to_forward ON messages (id) WHERE forward = 1 AND forwarded_at IS NULL;
