-- Who refers: for each of their services, and for all of them under the empty one, how many referrals
-- they have made and what became of these. `latest` is the id of the newest of them, and `seen_at`
-- the newest thing that they have done: that, or a login. Whoever changes a referral changes these.
CREATE TABLE referrers (
    number TEXT COLLATE "C" NOT NULL,
    service TEXT COLLATE "C" NOT NULL,
    referrals BIGINT NOT NULL,
    closed BIGINT NOT NULL,
    successful BIGINT NOT NULL,
    points_high BIGINT NOT NULL,
    points_low BIGINT NOT NULL,
    latest BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (number, service)
);

CREATE INDEX referrers_by_seen ON referrers (service, seen_at, latest);

-- When a member has logged in last.
CREATE TABLE last_logins (
    number TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);

-- A referral that counts from now on (`sign` is 1), or not any more (-1). Whoever logs in locks the
-- same rows in the same order.
CREATE FUNCTION count_referrer(r referrals, sign BIGINT) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    of_service TEXT;
BEGIN
    FOR of_service IN
        SELECT DISTINCT s COLLATE "C" FROM unnest(ARRAY['', COALESCE(r.shown_service, '')]) AS s
            WHERE r.referrer_number <> '' ORDER BY 1
    LOOP
        INSERT INTO referrers VALUES (r.referrer_number, of_service, 0, 0, 0, 0, 0, 0, 0)
            ON CONFLICT DO NOTHING;
        UPDATE referrers
            SET referrals = referrals + sign,
                closed = closed
                    + sign * (COALESCE(r.stage, '') IN ('successful', 'declined', 'withdrawn'))::int,
                successful = successful + sign * (COALESCE(r.stage, '') = 'successful')::int,
                points_high = points_high + sign * (r.points >> 32),
                points_low = points_low + sign * (r.points & 4294967295)
            WHERE number = r.referrer_number AND service = of_service;
        UPDATE referrers SET latest = CASE
                WHEN sign = 1 THEN GREATEST(latest, r.id)
                WHEN latest <> r.id THEN latest
                WHEN of_service = '' THEN COALESCE((SELECT MAX(o.id) FROM referrals AS o
                    WHERE o.referrer_number = r.referrer_number), 0)
                -- Along the index of the number: no other one is in this order.
                ELSE COALESCE((SELECT o.id FROM referrals AS o
                    WHERE o.referrer_number = r.referrer_number
                        AND o.shown_service || '' = of_service
                    ORDER BY o.referrer_number, o.id DESC LIMIT 1), 0)
            END
            WHERE number = r.referrer_number AND service = of_service;
        DELETE FROM referrers
            WHERE number = r.referrer_number AND service = of_service AND referrals = 0;
        UPDATE referrers
            SET seen_at = GREATEST(latest,
                (SELECT l.at FROM last_logins AS l WHERE l.number = r.referrer_number))
            WHERE number = r.referrer_number AND service = of_service;
    END LOOP;
END
$$;

-- What counts from now on comes first, so that nobody is left without a referral in between.
CREATE FUNCTION count_referrers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'DELETE' THEN
        PERFORM count_referrer(NEW, 1);
    END IF;
    IF TG_OP <> 'INSERT' THEN
        PERFORM count_referrer(OLD, -1);
    END IF;
    RETURN NULL;
END
$$;

-- At the end of a transaction, when it has locked the sums' row: two that counted the same referrers in
-- another order would wait for each other.
CREATE CONSTRAINT TRIGGER referrers_added AFTER INSERT OR DELETE ON referrals
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_referrers();
CREATE CONSTRAINT TRIGGER referrers_changed
    AFTER UPDATE OF referrer_number, shown_service, stage, points ON referrals
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN ((OLD.referrer_number, OLD.shown_service, OLD.stage, OLD.points)
        IS DISTINCT FROM (NEW.referrer_number, NEW.shown_service, NEW.stage, NEW.points))
    EXECUTE FUNCTION count_referrers();

CREATE FUNCTION referrer_logged_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM referrers WHERE number = NEW.number ORDER BY service FOR UPDATE;
    UPDATE referrers SET seen_at = GREATEST(seen_at, NEW.at) WHERE number = NEW.number;
    RETURN NULL;
END
$$;

CREATE TRIGGER referrers_logged_in AFTER INSERT OR UPDATE ON last_logins
    FOR EACH ROW EXECUTE FUNCTION referrer_logged_in();

-- What there is already.
INSERT INTO referrers
    SELECT referrer_number, service, COUNT(*),
        COUNT(*) FILTER (WHERE stage IN ('successful', 'declined', 'withdrawn')),
        COUNT(*) FILTER (WHERE stage = 'successful'),
        SUM(points >> 32), SUM(points & 4294967295), MAX(id), MAX(id)
    FROM (
        SELECT referrer_number, '' AS service, stage, points, id
            FROM referrals WHERE referrer_number <> ''
        UNION ALL
        SELECT referrer_number, shown_service, stage, points, id
            FROM referrals WHERE referrer_number <> '' AND shown_service <> ''
    ) AS r GROUP BY referrer_number, service;
