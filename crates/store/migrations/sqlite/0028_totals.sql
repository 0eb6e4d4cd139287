-- Sums over all days. In `stage_days`, those of the 32 days from day 32 * n on are stored as day -1 - n:
-- one row for all days would be changed by every visit of a long import.
DROP TRIGGER stage_visits_added;
DROP TRIGGER stage_visits_removed;

CREATE TRIGGER stage_visits_added AFTER INSERT ON stage_visits BEGIN
    INSERT INTO stage_days (day, service, stage, reason, reached, here, visits)
        SELECT day, new.service, new.stage, new.reason, new.is_first, new.took IS NULL, 1
        FROM (SELECT new.referral_id / 86400000 AS day
            UNION ALL SELECT -1 - new.referral_id / 2764800000) WHERE TRUE
        ON CONFLICT (day, service, stage, reason) DO UPDATE
        SET reached = reached + excluded.reached, here = here + excluded.here,
            visits = visits + 1;
END;

CREATE TRIGGER stage_visits_removed AFTER DELETE ON stage_visits BEGIN
    UPDATE stage_days
        SET reached = reached - old.is_first, here = here - (old.took IS NULL),
            visits = visits - 1
        WHERE day IN (old.referral_id / 86400000, -1 - old.referral_id / 2764800000)
            AND service = old.service
            AND stage = old.stage AND reason = old.reason;
    DELETE FROM stage_days
        WHERE day IN (old.referral_id / 86400000, -1 - old.referral_id / 2764800000)
            AND service = old.service
            AND stage = old.stage AND reason = old.reason AND visits = 0;
END;

INSERT INTO stage_days
    SELECT -1 - day / 32, service, stage, reason, SUM(reached), SUM(here), SUM(visits) FROM stage_days
    GROUP BY day / 32, service, stage, reason;

-- An earlier referral that was erased is nobody's duplicate.
UPDATE referrals SET projected = NULL WHERE duplicate_of IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM referrals AS e WHERE e.id = referrals.duplicate_of);

-- Of how many days the sums of lengths are: of one, of 32, and of all that there will ever be. `width`
-- is how many days a bucket of stays has that still run.
CREATE VIEW length_spans AS
SELECT 1 AS days, 1 AS width UNION ALL SELECT 32, 1 UNION ALL SELECT 200000000, 32;

DROP VIEW visit_lengths;

CREATE VIEW visit_lengths AS
SELECT v.referral_id, v.place, s.days, v.referral_id / (s.days * 86400000) * s.days AS day,
    v.service, v.stage, v.took IS NULL AS runs,
    CASE
        WHEN v.took IS NULL THEN v.entered_at / (s.width * 86400000) * (s.width * 86400000)
        WHEN v.took < 100 THEN v.took
        ELSE CAST(substr(v.took, 1, 2) || substr('00000000000000000', 1, length(v.took) - 2)
            AS INTEGER)
    END AS bucket
FROM stage_visits AS v CROSS JOIN length_spans AS s
WHERE v.stage NOT IN ('successful', 'declined', 'withdrawn');

INSERT INTO stage_lengths
    SELECT 200000000, 0, service, stage, runs,
        CASE runs WHEN 1 THEN bucket / 2764800000 * 2764800000 ELSE bucket END AS whole, SUM(stays)
    FROM stage_lengths WHERE days = 32 GROUP BY service, stage, runs, whole;

-- Who refers most successfully, of all days.
CREATE INDEX referrers_by_success ON referrers (service, successful DESC, number)
    WHERE successful > 0;

-- Whoever works for one service has its list in these orders without a look at all of it.
CREATE INDEX referrals_by_service_and_points ON referrals (shown_service, points, id);
CREATE INDEX referrals_waiting_by_service ON referrals (shown_service, waiting_since, id)
    WHERE waiting_since IS NOT NULL;
