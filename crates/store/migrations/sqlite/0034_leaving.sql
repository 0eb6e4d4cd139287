-- Who has left the staff, by the fingerprint of their number: the settings do not make them owner
-- again, and the second factor in the settings does not work for them.
CREATE TABLE former_staff (
    number BLOB NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The member of staff under whose name a webhook runs.
ALTER TABLE webhooks ADD COLUMN made_by TEXT;
