-- How many stays in an open stage were about so long, so that a report of how long they are need not
-- walk past them: for the referrals of a day (UTC, counted from 1970) and, by `days`, of 32 days from
-- that one on. A bucket is named by the shortest in it: the first two digits of a length, and zeroes.
-- Of those that still run (`runs` is 1), it is a day, by the instant at which it begins. Whoever
-- changes a visit, also by erasing the referral, changes these.
CREATE TABLE stage_lengths (
    days INTEGER NOT NULL,
    day INTEGER NOT NULL,
    service TEXT NOT NULL,
    stage TEXT NOT NULL,
    runs INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    stays INTEGER NOT NULL,
    PRIMARY KEY (days, day, service, stage, runs, bucket)
) STRICT, WITHOUT ROWID;

-- Where a visit counts.
CREATE VIEW visit_lengths AS
SELECT v.referral_id, v.place, s.days, v.referral_id / (s.days * 86400000) * s.days AS day,
    v.service, v.stage, v.took IS NULL AS runs,
    CASE
        WHEN v.took IS NULL THEN v.entered_at / 86400000 * 86400000
        WHEN v.took < 100 THEN v.took
        ELSE CAST(substr(v.took, 1, 2) || substr('00000000000000000', 1, length(v.took) - 2)
            AS INTEGER)
    END AS bucket
FROM stage_visits AS v CROSS JOIN (SELECT 1 AS days UNION ALL SELECT 32) AS s
WHERE v.stage NOT IN ('successful', 'declined', 'withdrawn');

CREATE TRIGGER stage_lengths_added AFTER INSERT ON stage_visits BEGIN
    INSERT INTO stage_lengths
        SELECT days, day, service, stage, runs, bucket, 1 FROM visit_lengths
        WHERE referral_id = new.referral_id AND place = new.place
        ON CONFLICT DO UPDATE SET stays = stays + 1;
END;

-- Before, while it can still be seen.
CREATE TRIGGER stage_lengths_removed BEFORE DELETE ON stage_visits BEGIN
    UPDATE stage_lengths SET stays = stays - 1
        WHERE (days, day, service, stage, runs, bucket) IN (
            SELECT days, day, service, stage, runs, bucket FROM visit_lengths
            WHERE referral_id = old.referral_id AND place = old.place
        );
    DELETE FROM stage_lengths
        WHERE stays = 0 AND (days, day, service, stage, runs, bucket) IN (
            SELECT days, day, service, stage, runs, bucket FROM visit_lengths
            WHERE referral_id = old.referral_id AND place = old.place
        );
END;

-- What there is already.
INSERT INTO stage_lengths
    SELECT days, day, service, stage, runs, bucket, COUNT(*) FROM visit_lengths
    GROUP BY days, day, service, stage, runs, bucket;

-- Who is successful in a period, without a look at others.
CREATE INDEX referrals_successful_by_time ON referrals (id, referrer_number, points, shown_service)
    WHERE stage = 'successful';
