-- A referral that has the number of somebody else who was erased keeps its other texts, under another
-- key. What its old key and origin were is remembered as that of an erased one, and the index follows.
DROP TRIGGER referrals_keep_their_texts;
CREATE TRIGGER referrals_keep_their_texts BEFORE UPDATE OF id, key, haystack ON referrals
    WHEN new.id <> old.id OR new.key = old.key
BEGIN
    SELECT RAISE(ABORT, 'a referral keeps its texts');
END;

-- Before, while its grams can still be seen.
CREATE TRIGGER referrals_rewritten BEFORE UPDATE OF key ON referrals BEGIN
    INSERT INTO referral_index (referral_index, rowid, grams)
        SELECT 'delete', id, grams FROM referral_grams WHERE id = old.id;
    INSERT INTO graves (key, id) VALUES (old.key, old.id) ON CONFLICT DO NOTHING;
    INSERT INTO graves (key, id) SELECT old.origin, old.id WHERE old.origin IS NOT NULL
        ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER referrals_indexed_again AFTER UPDATE OF key ON referrals BEGIN
    INSERT INTO referral_index (rowid, grams)
        SELECT id, grams FROM referral_grams WHERE id = new.id;
END;
