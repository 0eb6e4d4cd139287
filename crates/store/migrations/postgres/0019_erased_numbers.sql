-- A referral that has the number of somebody else who was erased keeps its other texts, under another
-- key. What its old key and origin were is remembered as that of an erased one.
DROP TRIGGER referrals_keep_their_texts ON referrals;
CREATE TRIGGER referrals_keep_their_texts BEFORE UPDATE OF id, key, haystack ON referrals
    FOR EACH ROW WHEN (NEW.id <> OLD.id OR NEW.key = OLD.key)
    EXECUTE FUNCTION refuse('a referral keeps its texts');
CREATE TRIGGER referrals_rewritten AFTER UPDATE OF key ON referrals
    FOR EACH ROW EXECUTE FUNCTION bury_referral();
