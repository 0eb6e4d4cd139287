-- What the history of a referral comes to, so that lists need not read it. A program that knows of no
-- stages leaves `projected` behind `version`, and it is filled in after that. Words are cut at 64
-- letters. `waiting_since` is NULL where the referral is closed, `owner` is empty for nobody,
-- `shown_number` is the key of the number that is shown, `duplicate_of` the id of an earlier referral
-- of the same number, and `credited` what somebody has decided about that.
ALTER TABLE referrals ADD COLUMN projected INTEGER;
ALTER TABLE referrals ADD COLUMN stage TEXT;
ALTER TABLE referrals ADD COLUMN waiting_since INTEGER;
ALTER TABLE referrals ADD COLUMN owner TEXT;
ALTER TABLE referrals ADD COLUMN shown_service TEXT;
ALTER TABLE referrals ADD COLUMN shown_number TEXT;
ALTER TABLE referrals ADD COLUMN duplicate_of INTEGER;
ALTER TABLE referrals ADD COLUMN credited INTEGER;

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
    referral_id INTEGER NOT NULL REFERENCES referrals (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    stage TEXT NOT NULL,
    service TEXT NOT NULL,
    reason TEXT NOT NULL,
    entered_at INTEGER NOT NULL,
    took INTEGER,
    is_first INTEGER NOT NULL,
    PRIMARY KEY (referral_id, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX stage_visits_by_length ON stage_visits (stage, took, referral_id, service)
    WHERE took IS NOT NULL;
CREATE INDEX stage_visits_running ON stage_visits (stage, entered_at, referral_id, service)
    WHERE took IS NULL;

-- The same, summed up for the referrals of a day (UTC, counted from 1970): how many have reached a
-- stage, how many are in it, and how many visits there were. Whoever changes a visit, also by erasing the referral, changes these.
CREATE TABLE stage_days (
    day INTEGER NOT NULL,
    service TEXT NOT NULL,
    stage TEXT NOT NULL,
    reason TEXT NOT NULL,
    reached INTEGER NOT NULL,
    here INTEGER NOT NULL,
    visits INTEGER NOT NULL,
    PRIMARY KEY (day, service, stage, reason)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER stage_visits_added AFTER INSERT ON stage_visits BEGIN
    INSERT INTO stage_days (day, service, stage, reason, reached, here, visits)
        VALUES (new.referral_id / 86400000, new.service, new.stage, new.reason, new.is_first,
            new.took IS NULL, 1)
        ON CONFLICT (day, service, stage, reason) DO UPDATE
        SET reached = reached + excluded.reached, here = here + excluded.here,
            visits = visits + 1;
END;

CREATE TRIGGER stage_visits_removed AFTER DELETE ON stage_visits BEGIN
    UPDATE stage_days
        SET reached = reached - old.is_first, here = here - (old.took IS NULL),
            visits = visits - 1
        WHERE day = old.referral_id / 86400000 AND service = old.service AND stage = old.stage
            AND reason = old.reason;
    DELETE FROM stage_days
        WHERE day = old.referral_id / 86400000 AND service = old.service AND stage = old.stage
            AND reason = old.reason AND visits = 0;
END;

-- What a search looks at follows corrections, and the index follows that.
DROP TRIGGER referrals_keep_their_texts;
DROP TRIGGER referrals_rewritten;
DROP TRIGGER referrals_indexed_again;

CREATE TRIGGER referrals_keep_their_ids BEFORE UPDATE OF id ON referrals WHEN new.id <> old.id BEGIN
    SELECT RAISE(ABORT, 'a referral keeps its id');
END;

-- Before, while its grams can still be seen.
CREATE TRIGGER referrals_rewritten BEFORE UPDATE OF haystack ON referrals
    WHEN new.haystack <> old.haystack
BEGIN
    INSERT INTO referral_index (referral_index, rowid, grams)
        SELECT 'delete', id, grams FROM referral_grams WHERE id = old.id;
END;

CREATE TRIGGER referrals_indexed_again AFTER UPDATE OF haystack ON referrals
    WHEN new.haystack <> old.haystack
BEGIN
    INSERT INTO referral_index (rowid, grams)
        SELECT id, grams FROM referral_grams WHERE id = new.id;
END;

-- A referral that has the number of somebody else who was erased keeps its other texts, under another
-- key. What its old key and origin were is remembered as that of an erased one. What its history comes
-- to may have had the number in it.
CREATE TRIGGER referrals_renamed AFTER UPDATE OF key ON referrals WHEN new.key <> old.key BEGIN
    INSERT INTO graves (key, id) VALUES (old.key, old.id) ON CONFLICT DO NOTHING;
    INSERT INTO graves (key, id) SELECT old.origin, old.id WHERE old.origin IS NOT NULL
        ON CONFLICT DO NOTHING;
    UPDATE referrals SET projected = NULL WHERE id = new.id;
END;

CREATE TRIGGER changes_rewritten AFTER UPDATE OF event ON changes BEGIN
    UPDATE referrals SET projected = NULL WHERE id = new.referral_id;
END;
