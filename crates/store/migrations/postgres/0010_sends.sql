-- Who gets a code is counted by number and network, or by number and device. `recognised` is an HMAC
-- of the number, so that it may stay when an account is erased; `number` is what earlier programs
-- count by. `device` is the hash of the token of a device that is known, `challenge` names the code,
-- so that one that could not be sent is taken back.

ALTER TABLE sends ADD COLUMN recognised BYTEA;
ALTER TABLE sends ADD COLUMN device BYTEA;
ALTER TABLE sends ADD COLUMN challenge TEXT COLLATE "C";

CREATE INDEX sends_by_recognised ON sends (recognised, at);
CREATE INDEX sends_by_challenge ON sends (challenge);

-- Devices on which somebody has logged in with a number.
CREATE TABLE devices (
    token BYTEA NOT NULL,
    mobile TEXT COLLATE "C" NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (token, mobile)
);

CREATE INDEX devices_by_mobile ON devices (mobile);

-- Proofs of work that were used, by the HMAC in their puzzle, until they expire.
CREATE TABLE used_proofs (
    proof BYTEA NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
