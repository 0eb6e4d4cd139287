-- What was answered to a write, by its idempotency key (an HMAC, with whoever sent it and what they
-- sent): a retry is answered alike. No answer holds more than counts.
CREATE TABLE answers (
    name BYTEA NOT NULL PRIMARY KEY,
    answer TEXT NOT NULL,
    at BIGINT NOT NULL
);

CREATE INDEX answers_by_time ON answers (at);

-- How forwarding a message goes. `claimed_until` is also when it is tried again. One that is given
-- up has `failed_at` and the code of the last failure.
ALTER TABLE messages ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN failure TEXT;
ALTER TABLE messages ADD COLUMN failed_at BIGINT;
ALTER TABLE messages ADD COLUMN handled_at BIGINT;
