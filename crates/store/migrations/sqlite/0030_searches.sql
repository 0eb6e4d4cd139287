-- What an import has as a status may be any text, so a number in it may be erased, too.
DROP TRIGGER changes_stay;
CREATE TRIGGER changes_stay BEFORE UPDATE OF seq, referral_id, at, points ON changes BEGIN
    SELECT RAISE(ABORT, 'history is not rewritten');
END;

-- What a search of contact messages looks at, and its grams, as for referrals.
ALTER TABLE messages ADD COLUMN haystack TEXT NOT NULL DEFAULT '';

CREATE VIEW message_grams AS
SELECT m.id AS id, (
    WITH RECURSIVE
        starts (start) AS (
            SELECT 1 UNION ALL SELECT start + 256 FROM starts
            WHERE start + 256 <= length(m.haystack)
        ),
        pieces (piece) AS MATERIALIZED (SELECT substr(m.haystack, start, 260) FROM starts)
    SELECT group_concat(substr(piece, place, 5), char(31))
    FROM pieces CROSS JOIN places WHERE place <= length(piece) - 2
) AS grams
FROM messages AS m;

CREATE VIRTUAL TABLE message_index USING fts5 (
    grams,
    content = 'message_grams',
    content_rowid = 'id',
    detail = none,
    columnsize = 0,
    prefix = '3',
    tokenize = "ascii"
);

-- What is erased is to leave no trace in the index either.
INSERT INTO message_index (message_index, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER messages_inserted AFTER INSERT ON messages BEGIN
    INSERT INTO message_index (rowid, grams)
        SELECT id, grams FROM message_grams WHERE id = new.id;
END;

-- Before, while its grams can still be seen.
CREATE TRIGGER messages_deleted BEFORE DELETE ON messages BEGIN
    INSERT INTO message_index (message_index, rowid, grams)
        SELECT 'delete', id, grams FROM message_grams WHERE id = old.id;
END;

CREATE TRIGGER messages_rewritten BEFORE UPDATE OF haystack ON messages
    WHEN new.haystack <> old.haystack
BEGIN
    INSERT INTO message_index (message_index, rowid, grams)
        SELECT 'delete', id, grams FROM message_grams WHERE id = old.id;
END;

CREATE TRIGGER messages_indexed_again AFTER UPDATE OF haystack ON messages
    WHEN new.haystack <> old.haystack
BEGIN
    INSERT INTO message_index (rowid, grams)
        SELECT id, grams FROM message_grams WHERE id = new.id;
END;
