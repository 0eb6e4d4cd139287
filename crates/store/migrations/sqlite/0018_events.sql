-- What happened, as the core wrote it: the event's text. A row of an earlier program has none, and
-- is read as the event that its columns say.
ALTER TABLE changes ADD COLUMN event TEXT;

-- History is only added to; but who made a change may be forgotten, and a number in
-- the text of an event. In place, so that no copy of a
-- number stays behind in a page whose rows are moved.
DROP TRIGGER changes_stay;

CREATE TRIGGER changes_stay
    BEFORE UPDATE OF seq, referral_id, at, status, points ON changes
BEGIN
    SELECT RAISE(ABORT, 'history is not rewritten');
END;
