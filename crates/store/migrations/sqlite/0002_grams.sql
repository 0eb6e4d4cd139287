-- What a search looks at, as all its grams of five letters: a search takes as long as the rarest
-- gram of its needle is frequent, and grams of three, which stood here before, are seldom rare. They
-- still stand in the index, as the beginnings of those of five, for needles that are shorter.

-- The places of a piece of text, from 1.
CREATE TABLE places (place INTEGER NOT NULL PRIMARY KEY) STRICT;

WITH RECURSIVE numbers (number) AS (
    SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 256
)
INSERT INTO places SELECT number FROM numbers;

-- By pieces, since for every gram a text is read from its beginning.
CREATE VIEW referral_grams AS
SELECT r.id AS id, (
    WITH RECURSIVE
        starts (start) AS (
            SELECT 1 UNION ALL SELECT start + 256 FROM starts
            WHERE start + 256 <= length(r.haystack)
        ),
        pieces (piece) AS MATERIALIZED (SELECT substr(r.haystack, start, 260) FROM starts)
    SELECT group_concat(substr(piece, place, 5), char(31))
    FROM pieces CROSS JOIN places WHERE place <= length(piece) - 2
) AS grams
FROM referrals AS r;

DROP TRIGGER referrals_inserted;
DROP TRIGGER referrals_deleted;
DROP TABLE referral_words;

CREATE VIRTUAL TABLE referral_index USING fts5 (
    grams,
    content = 'referral_grams',
    content_rowid = 'id',
    detail = none,
    columnsize = 0,
    prefix = '3',
    tokenize = "ascii tokenchars ' !""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);

INSERT INTO referral_index (referral_index) VALUES ('rebuild');

-- What is erased is to leave no trace in the index either.
INSERT INTO referral_index (referral_index, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER referrals_inserted AFTER INSERT ON referrals BEGIN
    INSERT INTO referral_index (rowid, grams)
        SELECT id, grams FROM referral_grams WHERE id = new.id;
END;

-- Before, while its grams can still be seen.
CREATE TRIGGER referrals_deleted BEFORE DELETE ON referrals BEGIN
    INSERT INTO referral_index (referral_index, rowid, grams)
        SELECT 'delete', id, grams FROM referral_grams WHERE id = old.id;
    INSERT INTO graves (key, id) VALUES (old.key, old.id) ON CONFLICT DO NOTHING;
    INSERT INTO graves (key, id) SELECT old.origin, old.id WHERE old.origin IS NOT NULL
        ON CONFLICT DO NOTHING;
END;
