-- What the version before says to its database, one statement of each kind.
-- A login, with its code, and the account and the session that it makes.
UPDATE gates SET passed = passed + 1 WHERE name = 'codes';
SELECT (SELECT COUNT(*) FROM sends WHERE number = x'01' AND at > 5) AS lately,
    (SELECT COUNT(*) FROM sends WHERE number = x'01' AND at > 3) AS today,
    (SELECT COUNT(*) FROM sends WHERE address = x'02' AND at > 3) AS from_address,
    (SELECT COUNT(*) FROM sends WHERE at > 3) AS overall;
INSERT INTO sends (number, address, at) VALUES (x'01', x'02', 1900000000000);
INSERT INTO codes (challenge, mobile, code, sent_at, tries, used)
    VALUES ('old', '9000012345', x'03', 1900000000000, 0, 0);
UPDATE codes SET tries = tries + 1 WHERE challenge = 'old' AND tries < 5
    RETURNING mobile, code, sent_at, used, tries - 1 AS tries;
SELECT mobile, code, sent_at, used, tries FROM codes WHERE challenge = 'old';
UPDATE codes SET used = 1 WHERE challenge = 'old' AND used = 0;
INSERT INTO accounts (mobile, name, registered_at) VALUES ('9000012345', 'Old', 1900000000000)
    ON CONFLICT (mobile) DO NOTHING;
SELECT mobile, name, registered_at FROM accounts WHERE mobile > '' ORDER BY mobile LIMIT 9;
SELECT at FROM departures WHERE number = x'01';
UPDATE accounts SET name = 'Old', registered_at = 1900000000001 WHERE mobile = '9000012345';
DELETE FROM sessions WHERE token = x'04';
INSERT INTO sessions (token, mobile, name, registered_at, created_at, seen_at, confirmed)
    VALUES (x'05', '9000012345', 'Old', 1900000000001, 1900000000000, 1900000000000, 0);
SELECT mobile, name, registered_at, created_at, seen_at, confirmed FROM sessions
    WHERE token = x'05';
UPDATE sessions SET seen_at = 1900000000009 WHERE token = x'05' AND seen_at < 1900000000009;
-- The second factor.
INSERT INTO second_factors (mobile, step) VALUES ('9000012345', -1)
    ON CONFLICT (mobile) DO UPDATE SET step = second_factors.step;
INSERT INTO second_factor_tries (mobile, at) VALUES ('9000012345', 1900000000000);
SELECT COUNT(*) AS tries FROM second_factor_tries WHERE mobile = '9000012345' AND at >= 5;
INSERT INTO second_factors (mobile, step) VALUES ('9000012345', 60)
    ON CONFLICT (mobile) DO UPDATE SET step = excluded.step
    WHERE second_factors.step < excluded.step;
UPDATE sessions SET confirmed = 1 WHERE token = x'05' AND mobile = '9000012345';
DELETE FROM second_factor_tries WHERE mobile = '9000012345';
-- Two referrals, of which one is then awarded, and the lists that they are in.
BEGIN;
INSERT INTO submissions (idempotency, fingerprint, referral_id, at)
    VALUES (x'06', x'07', 1900000000000, 1900000000000),
    (x'08', x'07', 1900000000001, 1900000000000) ON CONFLICT (idempotency) DO NOTHING;
INSERT INTO referrals (version, id, key, origin, referrer_name, referrer_mobile, referred_name,
    referred_phone, service, notes, date, status, points, awarded_at, haystack)
    SELECT 1, new.* FROM (VALUES
        (1900000000000, 'old-1', 'origin-1', 'Old', '9000012345', 'Esha', '97445', 'training', '',
        '1/1/2030', 'Pending', 0, CAST(NULL AS BIGINT), 'esha 97445 old 9000012345'),
        (1900000000001, 'old-2', CAST(NULL AS TEXT), 'Old', '9000012345', 'Farid', '97446',
        'training', '', '1/1/2030', 'Pending', 0, CAST(NULL AS BIGINT), 'farid 97446 old')) AS new
    WHERE NOT EXISTS (SELECT 1 FROM graves WHERE id = new.column1) ON CONFLICT DO NOTHING;
UPDATE submissions SET referral_id = 1900000000001 WHERE idempotency = x'08';
INSERT INTO changes (referral_id, at, actor, actor_mobile, status, points)
    VALUES (1900000000000, 1900000000000, 'member', '9000012345', 'Pending', 0),
    (1900000000001, 1900000000000, 'import', NULL, 'Pending', 0);
UPDATE counters SET total = total + 2, pending = pending + 2, successful = successful + 0,
    points_high = points_high + 0, points_low = points_low + 0;
COMMIT;
SELECT r.id, r.key, r.referrer_name, r.referrer_mobile, r.referred_name, r.referred_phone,
    r.service, r.notes, r.date, r.status, r.points, r.awarded_at, r.version, s.fingerprint
    FROM submissions AS s JOIN referrals AS r ON r.id = s.referral_id WHERE s.idempotency = x'06';
UPDATE referrals SET status = 'Successful', points = 7, awarded_at = 1900000000009, version = 2
    WHERE id = 1900000000000;
INSERT INTO changes (referral_id, at, actor, actor_mobile, status, points)
    VALUES (1900000000000, 1900000000009, 'member', '1000000000', 'Successful', 7);
UPDATE counters SET total = total + 0, pending = pending - 1, successful = successful + 1,
    points_high = points_high + 0, points_low = points_low + 7;
SELECT c.at, c.actor, c.actor_mobile, c.status, c.points FROM changes AS c
    JOIN referrals AS r ON r.id = c.referral_id WHERE r.key = 'old-1' ORDER BY c.seq;
SELECT * FROM counters;
-- A message that is forwarded.
INSERT INTO messages
    (id, idempotency, name, email, subject, message, at, forward, claimed_until)
    VALUES (1900000000000, x'09', 'Old', 'old@example.com', 'Hello', 'Hello', 1900000000000, 1, 0)
    ON CONFLICT DO NOTHING;
SELECT id, name, email, subject, message, at FROM messages WHERE id < 1900000000009
    ORDER BY id DESC LIMIT 9;
UPDATE messages SET claimed_until = 5 WHERE id IN (SELECT id FROM messages
    WHERE forward = 1 AND forwarded_at IS NULL AND claimed_until <= 1
    ORDER BY id LIMIT 9) RETURNING id, name, email, subject, message, at;
UPDATE messages SET forwarded_at = 1900000000009
    WHERE id = 1900000000000 AND forwarded_at IS NULL;
-- An erasure of one that was there before, and of a referred person.
UPDATE gates SET passed = passed + 1 WHERE name = 'copies';
INSERT INTO departures (number, at) VALUES (x'0a', 1900000000009)
    ON CONFLICT (number) DO UPDATE SET at = excluded.at WHERE departures.at < excluded.at;
DELETE FROM accounts WHERE mobile = '9123456780';
DELETE FROM sessions WHERE mobile = '9123456780';
DELETE FROM codes WHERE mobile = '9123456780';
DELETE FROM second_factors WHERE mobile = '9123456780';
DELETE FROM second_factor_tries WHERE mobile = '9123456780';
UPDATE sends SET number = NULL WHERE number = x'0a';
DELETE FROM referrals WHERE substr(referrer_mobile, 1, 64) = '9123456780'
    AND referrer_mobile = '9123456780' RETURNING status, points;
DELETE FROM referrals WHERE substr(referred_phone, 1, 64) = substr('97446', 1, 64)
    AND referred_phone = '97446' RETURNING status, points;
UPDATE counters SET total = total - 2, pending = pending - 1, successful = successful - 1,
    points_high = points_high + 0, points_low = points_low - 50;
-- And the sweep, which finds nothing so old.
DELETE FROM sessions WHERE seen_at <= 1;
DELETE FROM sessions WHERE created_at <= 1;
DELETE FROM codes WHERE sent_at <= 1;
DELETE FROM sends WHERE at <= 1;
DELETE FROM second_factor_tries WHERE at <= 1;
DELETE FROM submissions WHERE at <= 1;
UPDATE messages SET idempotency = NULL WHERE at <= 1 AND idempotency IS NOT NULL;
