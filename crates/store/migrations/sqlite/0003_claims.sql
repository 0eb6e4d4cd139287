-- A submission names its referral before that is written, and the names are checked when the
-- transaction ends.

ALTER TABLE submissions RENAME TO old_submissions;

CREATE TABLE submissions (
    idempotency BLOB NOT NULL PRIMARY KEY,
    fingerprint BLOB NOT NULL,
    referral_id INTEGER REFERENCES referrals (id) ON DELETE SET NULL
        DEFERRABLE INITIALLY DEFERRED,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO submissions SELECT idempotency, fingerprint, referral_id, at FROM old_submissions;
DROP TABLE old_submissions;

CREATE INDEX submissions_by_referral ON submissions (referral_id);
CREATE INDEX submissions_by_time ON submissions (at);
