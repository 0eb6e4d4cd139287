-- How many stays in an open stage were about so long, so that a report of how long they are need not
-- walk past them: for the referrals of a day (UTC, counted from 1970) and, by `days`, of 32 days from
-- that one on. A bucket is named by the shortest in it: the first two digits of a length, and zeroes.
-- Of those that still run (`runs` is 1), it is a day, by the instant at which it begins. Whoever
-- changes a visit, also by erasing the referral, changes these.
CREATE TABLE stage_lengths (
    days BIGINT NOT NULL,
    day BIGINT NOT NULL,
    service TEXT COLLATE "C" NOT NULL,
    stage TEXT COLLATE "C" NOT NULL,
    runs BIGINT NOT NULL,
    bucket BIGINT NOT NULL,
    stays BIGINT NOT NULL,
    PRIMARY KEY (days, day, service, stage, runs, bucket)
);

CREATE FUNCTION length_bucket(took BIGINT, entered_at BIGINT) RETURNS BIGINT
    LANGUAGE sql IMMUTABLE AS $$
SELECT CASE
    WHEN took IS NULL THEN entered_at / 86400000 * 86400000
    WHEN took < 100 THEN took
    ELSE rpad(left(took::text, 2), length(took::text), '0')::bigint
END
$$;

-- Where a visit counts.
CREATE VIEW visit_lengths AS
SELECT v.referral_id, v.place, s.days, v.referral_id / (s.days * 86400000) * s.days AS day,
    v.service, v.stage, (v.took IS NULL)::int AS runs, length_bucket(v.took, v.entered_at) AS bucket
FROM stage_visits AS v CROSS JOIN (VALUES (1::bigint), (32)) AS s (days)
WHERE v.stage NOT IN ('successful', 'declined', 'withdrawn');

CREATE FUNCTION count_stage_length() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v stage_visits := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
    of_bucket BIGINT := length_bucket(v.took, v.entered_at);
    span BIGINT;
BEGIN
    FOREACH span IN ARRAY ARRAY[1, 32] LOOP
        EXIT WHEN v.stage IN ('successful', 'declined', 'withdrawn');
        INSERT INTO stage_lengths AS l
            VALUES (span, v.referral_id / (span * 86400000) * span, v.service, v.stage,
                (v.took IS NULL)::int, of_bucket, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END)
            ON CONFLICT ON CONSTRAINT stage_lengths_pkey
            DO UPDATE SET stays = l.stays + excluded.stays;
        DELETE FROM stage_lengths AS l
            WHERE l.days = span AND l.day = v.referral_id / (span * 86400000) * span
                AND l.service = v.service AND l.stage = v.stage
                AND l.runs = (v.took IS NULL)::int AND l.bucket = of_bucket AND l.stays = 0;
    END LOOP;
    RETURN NULL;
END
$$;

CREATE TRIGGER stage_lengths_counted AFTER INSERT OR DELETE ON stage_visits
    FOR EACH ROW EXECUTE FUNCTION count_stage_length();

-- What there is already.
INSERT INTO stage_lengths
    SELECT days, day, service, stage, runs, bucket, COUNT(*) FROM visit_lengths
    GROUP BY days, day, service, stage, runs, bucket;

-- Who is successful in a period, without a look at others.
CREATE INDEX referrals_successful_by_time ON referrals (id, referrer_number, points, shown_service)
    WHERE stage = 'successful';
