-- What happened, as the core wrote it: the event's text. A row of an earlier program has none, and
-- is read as the event that its columns say.
ALTER TABLE changes ADD COLUMN event TEXT;

-- History is only added to; but who made a change may be forgotten, and a number in
-- the text of an event.
DROP TRIGGER changes_stay ON changes;

CREATE TRIGGER changes_stay
    BEFORE UPDATE OF seq, referral_id, at, status, points ON changes
    FOR EACH ROW EXECUTE FUNCTION refuse('history is not rewritten');
