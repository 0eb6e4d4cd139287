-- Sums over all days. In `stage_days`, those of the 32 days from day 32 * n on are stored as day -1 - n:
-- one row for all days would be changed by every visit of a long import.

-- In the order in which a submission locks them, so that an older server and this wait for each other.
LOCK TABLE referrals, referrers, stage_visits IN SHARE ROW EXCLUSIVE MODE;

CREATE OR REPLACE FUNCTION count_stage_visit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO stage_days AS d (day, service, stage, reason, reached, here, visits)
            SELECT s.day, NEW.service, NEW.stage, NEW.reason, NEW.is_first,
                (NEW.took IS NULL)::int, 1
            FROM (VALUES (NEW.referral_id / 86400000), (-1 - NEW.referral_id / 2764800000)) AS s (day)
            ON CONFLICT (day, service, stage, reason) DO UPDATE
            SET reached = d.reached + excluded.reached, here = d.here + excluded.here,
                visits = d.visits + 1;
    ELSE
        UPDATE stage_days
            SET reached = reached - OLD.is_first, here = here - (OLD.took IS NULL)::int,
                visits = visits - 1
            WHERE day IN (OLD.referral_id / 86400000, -1 - OLD.referral_id / 2764800000)
                AND service = OLD.service
                AND stage = OLD.stage AND reason = OLD.reason;
        DELETE FROM stage_days
            WHERE day IN (OLD.referral_id / 86400000, -1 - OLD.referral_id / 2764800000)
                AND service = OLD.service
                AND stage = OLD.stage AND reason = OLD.reason AND visits = 0;
    END IF;
    RETURN NULL;
END
$$;

INSERT INTO stage_days
    SELECT -1 - day / 32, service, stage, reason, SUM(reached), SUM(here), SUM(visits) FROM stage_days
    GROUP BY day / 32, service, stage, reason;

-- An earlier referral that was erased is nobody's duplicate.
UPDATE referrals SET projected = NULL WHERE duplicate_of IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM referrals AS e WHERE e.id = referrals.duplicate_of);

-- Of how many days the sums of lengths are: of one, of 32, and of all that there will ever be. `width`
-- is how many days a bucket of stays has that still run.
CREATE VIEW length_spans (days, width) AS VALUES (1::bigint, 1::bigint), (32, 1), (200000000, 32);

CREATE FUNCTION length_bucket(took BIGINT, entered_at BIGINT, width BIGINT) RETURNS BIGINT
    LANGUAGE sql IMMUTABLE AS $$
SELECT CASE
    WHEN took IS NULL THEN entered_at / (width * 86400000) * (width * 86400000)
    WHEN took < 100 THEN took
    ELSE rpad(left(took::text, 2), length(took::text), '0')::bigint
END
$$;

CREATE OR REPLACE VIEW visit_lengths AS
SELECT v.referral_id, v.place, s.days, v.referral_id / (s.days * 86400000) * s.days AS day,
    v.service, v.stage, (v.took IS NULL)::int AS runs,
    length_bucket(v.took, v.entered_at, s.width) AS bucket
FROM stage_visits AS v CROSS JOIN length_spans AS s
WHERE v.stage NOT IN ('successful', 'declined', 'withdrawn');

CREATE OR REPLACE FUNCTION count_stage_length() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v stage_visits := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
BEGIN
    IF v.stage IN ('successful', 'declined', 'withdrawn') THEN
        RETURN NULL;
    END IF;
    INSERT INTO stage_lengths AS l
        SELECT s.days, v.referral_id / (s.days * 86400000) * s.days, v.service, v.stage,
            (v.took IS NULL)::int, length_bucket(v.took, v.entered_at, s.width),
            CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
        FROM length_spans AS s
        ON CONFLICT ON CONSTRAINT stage_lengths_pkey
        DO UPDATE SET stays = l.stays + excluded.stays;
    -- Only what is taken away leaves nothing.
    IF TG_OP = 'DELETE' THEN
        DELETE FROM stage_lengths AS l USING length_spans AS s
            WHERE l.days = s.days AND l.day = v.referral_id / (s.days * 86400000) * s.days
                AND l.service = v.service AND l.stage = v.stage
                AND l.runs = (v.took IS NULL)::int
                AND l.bucket = length_bucket(v.took, v.entered_at, s.width) AND l.stays = 0;
    END IF;
    RETURN NULL;
END
$$;

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
