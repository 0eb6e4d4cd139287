-- Who gets a code is counted by number and network, or by number and device. `recognised` is an HMAC
-- of the number, so that it may stay when an account is erased; `number` is what earlier programs
-- count by. `device` is the hash of the token of a device that is known, `challenge` names the code,
-- so that one that could not be sent is taken back.

ALTER TABLE sends ADD COLUMN recognised BLOB;
ALTER TABLE sends ADD COLUMN device BLOB;
ALTER TABLE sends ADD COLUMN challenge TEXT;

CREATE INDEX sends_by_recognised ON sends (recognised, at);
CREATE INDEX sends_by_challenge ON sends (challenge);

-- Devices on which somebody has logged in with a number.
CREATE TABLE devices (
    token BLOB NOT NULL,
    mobile TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (token, mobile)
) STRICT, WITHOUT ROWID;

CREATE INDEX devices_by_mobile ON devices (mobile);

-- Proofs of work that were used, by the HMAC in their puzzle, until they expire.
CREATE TABLE used_proofs (
    proof BLOB NOT NULL PRIMARY KEY,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
