-- Who refers: for each of their services, and for all of them under the empty one, how many referrals
-- they have made and what became of these. `latest` is the id of the newest of them, and `seen_at`
-- the newest thing that they have done: that, or a login. Whoever changes a referral changes these.
CREATE TABLE referrers (
    number TEXT NOT NULL,
    service TEXT NOT NULL,
    referrals INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    successful INTEGER NOT NULL,
    points_high INTEGER NOT NULL,
    points_low INTEGER NOT NULL,
    latest INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (number, service)
) STRICT, WITHOUT ROWID;

CREATE INDEX referrers_by_seen ON referrers (service, seen_at, latest);

-- When a member has logged in last.
CREATE TABLE last_logins (
    number TEXT NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A referral that counts from now on (`sign` is 1), or not any more (-1). Only what is written into it
-- matters.
CREATE VIEW referrer_changes AS SELECT '' AS number, '' AS service, 0 AS sign, '' AS stage,
    0 AS points, 0 AS id;

CREATE TRIGGER referrers_counted INSTEAD OF INSERT ON referrer_changes BEGIN
    INSERT INTO referrers
        VALUES (new.number, new.service, 0, 0, 0, 0, 0, 0, 0) ON CONFLICT DO NOTHING;
    UPDATE referrers
        SET referrals = referrals + new.sign,
            closed = closed
                + new.sign * (new.stage IN ('successful', 'declined', 'withdrawn')),
            successful = successful + new.sign * (new.stage = 'successful'),
            points_high = points_high + new.sign * (new.points >> 32),
            points_low = points_low + new.sign * (new.points & 4294967295),
            latest = CASE
                WHEN new.sign = 1 THEN max(latest, new.id)
                WHEN latest <> new.id THEN latest
                WHEN new.service = '' THEN COALESCE((SELECT MAX(id) FROM referrals
                    WHERE referrer_number = new.number), 0)
                -- Along the index of the number: the plus sign keeps that of the service out.
                ELSE COALESCE((SELECT MAX(id) FROM referrals
                    WHERE referrer_number = new.number AND +shown_service = new.service), 0)
            END
        WHERE number = new.number AND service = new.service;
    DELETE FROM referrers
        WHERE number = new.number AND service = new.service AND referrals = 0;
    UPDATE referrers
        SET seen_at = max(latest,
            COALESCE((SELECT at FROM last_logins WHERE number = new.number), 0))
        WHERE number = new.number AND service = new.service;
END;

CREATE TRIGGER referrers_added AFTER INSERT ON referrals WHEN new.referrer_number <> '' BEGIN
    INSERT INTO referrer_changes SELECT new.referrer_number, s.service, 1,
        COALESCE(new.stage, ''), new.points, new.id
        FROM (SELECT '' AS service UNION SELECT COALESCE(new.shown_service, '')) AS s;
END;

-- What counts from now on comes first, so that nobody is left without a referral in between.
CREATE TRIGGER referrers_changed AFTER UPDATE OF referrer_number, shown_service, stage, points
    ON referrals
    WHEN (old.referrer_number, old.shown_service, old.stage, old.points)
        IS NOT (new.referrer_number, new.shown_service, new.stage, new.points)
BEGIN
    INSERT INTO referrer_changes SELECT new.referrer_number, s.service, 1,
        COALESCE(new.stage, ''), new.points, new.id
        FROM (SELECT '' AS service UNION SELECT COALESCE(new.shown_service, '')) AS s
        WHERE new.referrer_number <> '';
    INSERT INTO referrer_changes SELECT old.referrer_number, s.service, -1,
        COALESCE(old.stage, ''), old.points, old.id
        FROM (SELECT '' AS service UNION SELECT COALESCE(old.shown_service, '')) AS s
        WHERE old.referrer_number <> '';
END;

CREATE TRIGGER referrers_removed AFTER DELETE ON referrals WHEN old.referrer_number <> '' BEGIN
    INSERT INTO referrer_changes SELECT old.referrer_number, s.service, -1,
        COALESCE(old.stage, ''), old.points, old.id
        FROM (SELECT '' AS service UNION SELECT COALESCE(old.shown_service, '')) AS s;
END;

CREATE TRIGGER referrers_logged_in AFTER INSERT ON last_logins BEGIN
    UPDATE referrers SET seen_at = max(seen_at, new.at) WHERE number = new.number;
END;

CREATE TRIGGER referrers_logged_in_again AFTER UPDATE ON last_logins BEGIN
    UPDATE referrers SET seen_at = max(seen_at, new.at) WHERE number = new.number;
END;

-- What there is already.
INSERT INTO referrers
    SELECT referrer_number, service, COUNT(*),
        SUM(stage IN ('successful', 'declined', 'withdrawn')), SUM(stage = 'successful'),
        SUM(points >> 32), SUM(points & 4294967295), MAX(id), MAX(id)
    FROM (
        SELECT referrer_number, '' AS service, COALESCE(stage, '') AS stage, points, id
            FROM referrals WHERE referrer_number <> ''
        UNION ALL
        SELECT referrer_number, shown_service, COALESCE(stage, ''), points, id
            FROM referrals WHERE referrer_number <> '' AND shown_service <> ''
    ) GROUP BY referrer_number, service;
