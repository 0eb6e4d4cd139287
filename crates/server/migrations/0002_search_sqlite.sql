-- Searches. An index has all grams of five letters of what a search looks at: a search takes as long as
-- the rarest gram of its text is frequent, and grams of three are seldom rare. Those are found too, as
-- the beginnings of the others. A text is cut into pieces first, because for every gram it is read from
-- its beginning. What is erased is to leave no trace in the index either, so it has `secure-delete`, and
-- the triggers take grams out before a row changes, while they can still be computed.

CREATE TABLE numbers (number INTEGER NOT NULL PRIMARY KEY) STRICT;

WITH RECURSIVE counted (number) AS (
    SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < 256
)
INSERT INTO numbers SELECT number FROM counted;

CREATE VIEW referral_grams AS
SELECT r.id AS id, (
    WITH RECURSIVE
        starts (start) AS (
            SELECT 1 UNION ALL SELECT start + 256 FROM starts
            WHERE start + 256 <= length(r.haystack)
        ),
        pieces (piece) AS MATERIALIZED (SELECT substr(r.haystack, start, 260) FROM starts)
    SELECT group_concat(substr(piece, number, 5), char(31))
    FROM pieces CROSS JOIN numbers WHERE number <= length(piece) - 2
) AS grams
FROM referrals AS r;

CREATE VIRTUAL TABLE referral_index USING fts5 (
    grams,
    content = 'referral_grams',
    content_rowid = 'id',
    detail = none,
    columnsize = 0,
    prefix = '3',
    tokenize = "ascii tokenchars ' !""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);

INSERT INTO referral_index (referral_index, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER referrals_inserted AFTER INSERT ON referrals BEGIN
    INSERT INTO referral_index (rowid, grams) SELECT id, grams FROM referral_grams WHERE id = new.id;
END;

CREATE TRIGGER referrals_deleted BEFORE DELETE ON referrals BEGIN
    INSERT INTO referral_index (referral_index, rowid, grams)
        SELECT 'delete', id, grams FROM referral_grams WHERE id = old.id;
END;

CREATE TRIGGER referrals_rewritten BEFORE UPDATE OF haystack ON referrals
    WHEN new.haystack <> old.haystack
BEGIN
    INSERT INTO referral_index (referral_index, rowid, grams)
        SELECT 'delete', id, grams FROM referral_grams WHERE id = old.id;
END;

CREATE TRIGGER referrals_indexed_again AFTER UPDATE OF haystack ON referrals
    WHEN new.haystack <> old.haystack
BEGIN
    INSERT INTO referral_index (rowid, grams) SELECT id, grams FROM referral_grams WHERE id = new.id;
END;
