-- What the history of a referral comes to, so that lists need not read it. A program that knows of no
-- stages leaves `projected` behind `version`, and it is filled in after that. Words are cut at 64
-- letters. `waiting_since` is NULL where the referral is closed, `owner` is empty for nobody,
-- `shown_number` is the key of the number that is shown, `duplicate_of` the id of an earlier referral
-- of the same number, and `credited` what somebody has decided about that.
ALTER TABLE referrals ADD COLUMN projected BIGINT;
ALTER TABLE referrals ADD COLUMN stage TEXT COLLATE "C";
ALTER TABLE referrals ADD COLUMN waiting_since BIGINT;
ALTER TABLE referrals ADD COLUMN owner TEXT COLLATE "C";
ALTER TABLE referrals ADD COLUMN shown_service TEXT COLLATE "C";
ALTER TABLE referrals ADD COLUMN shown_number TEXT COLLATE "C";
ALTER TABLE referrals ADD COLUMN duplicate_of BIGINT;
ALTER TABLE referrals ADD COLUMN credited BIGINT;

CREATE INDEX referrals_by_stage ON referrals (stage, id);
CREATE INDEX referrals_by_owner ON referrals (owner, id, stage);
CREATE INDEX referrals_by_shown_service ON referrals (shown_service, id, stage, points);
CREATE INDEX referrals_by_shown_number ON referrals (shown_number, id);
CREATE INDEX referrals_waiting
    ON referrals (waiting_since, id, stage, owner, duplicate_of, credited)
    WHERE waiting_since IS NOT NULL;
CREATE INDEX referrals_successful ON referrals (referrer_number, id, points, shown_service)
    WHERE stage = 'successful';
CREATE INDEX referrals_duplicate ON referrals (id, credited, stage) WHERE duplicate_of IS NOT NULL;
CREATE INDEX referrals_to_project ON referrals (id)
    WHERE projected IS NULL OR projected <> version;

-- Which stages a referral has been in, and when; those that were undone are not among them. `took` is
-- how long it was, once it is over. Of several visits of one stage, one is the first.
CREATE TABLE stage_visits (
    referral_id BIGINT NOT NULL REFERENCES referrals (id) ON DELETE CASCADE,
    place BIGINT NOT NULL,
    stage TEXT COLLATE "C" NOT NULL,
    service TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    entered_at BIGINT NOT NULL,
    took BIGINT,
    is_first BIGINT NOT NULL,
    PRIMARY KEY (referral_id, place)
);

CREATE INDEX stage_visits_by_length ON stage_visits (stage, took, referral_id, service)
    WHERE took IS NOT NULL;
CREATE INDEX stage_visits_running ON stage_visits (stage, entered_at, referral_id, service)
    WHERE took IS NULL;

-- The same, summed up for the referrals of a day (UTC, counted from 1970): how many have reached a
-- stage, how many are in it, and how many visits there were. Whoever changes a visit, also by erasing the referral, changes these.
CREATE TABLE stage_days (
    day BIGINT NOT NULL,
    service TEXT COLLATE "C" NOT NULL,
    stage TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    reached BIGINT NOT NULL,
    here BIGINT NOT NULL,
    visits BIGINT NOT NULL,
    PRIMARY KEY (day, service, stage, reason)
);

CREATE FUNCTION count_stage_visit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO stage_days AS d (day, service, stage, reason, reached, here, visits)
            VALUES (NEW.referral_id / 86400000, NEW.service, NEW.stage, NEW.reason, NEW.is_first,
                (NEW.took IS NULL)::int, 1)
            ON CONFLICT (day, service, stage, reason) DO UPDATE
            SET reached = d.reached + excluded.reached, here = d.here + excluded.here,
                visits = d.visits + 1;
    ELSE
        UPDATE stage_days
            SET reached = reached - OLD.is_first, here = here - (OLD.took IS NULL)::int,
                visits = visits - 1
            WHERE day = OLD.referral_id / 86400000 AND service = OLD.service
                AND stage = OLD.stage AND reason = OLD.reason;
        DELETE FROM stage_days
            WHERE day = OLD.referral_id / 86400000 AND service = OLD.service
                AND stage = OLD.stage AND reason = OLD.reason AND visits = 0;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER stage_visits_counted AFTER INSERT OR DELETE ON stage_visits
    FOR EACH ROW EXECUTE FUNCTION count_stage_visit();

-- What a search looks at follows corrections.
DROP TRIGGER referrals_keep_their_texts ON referrals;

CREATE TRIGGER referrals_keep_their_ids BEFORE UPDATE OF id ON referrals
    FOR EACH ROW WHEN (NEW.id <> OLD.id) EXECUTE FUNCTION refuse('a referral keeps its id');

-- Where a number is erased from a referral or its history, what that comes to may have it, too.
CREATE FUNCTION forget_projection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'changes' THEN
        UPDATE referrals SET projected = NULL WHERE id = NEW.referral_id;
    ELSE
        NEW.projected := NULL;
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER referrals_renamed BEFORE UPDATE OF key ON referrals
    FOR EACH ROW WHEN (NEW.key <> OLD.key) EXECUTE FUNCTION forget_projection();
CREATE TRIGGER changes_rewritten AFTER UPDATE OF event ON changes
    FOR EACH ROW EXECUTE FUNCTION forget_projection();
