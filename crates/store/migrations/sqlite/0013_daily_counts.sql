-- How much a network has sent in a day, which is counted from 1970. The network is a keyed
-- fingerprint. Nothing but time takes a row away.

CREATE TABLE daily_counts (
    purpose TEXT NOT NULL,
    network BLOB NOT NULL,
    day INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (purpose, network, day)
) STRICT, WITHOUT ROWID;
