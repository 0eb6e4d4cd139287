-- How much a network has sent in a day, which is counted from 1970. The network is a keyed
-- fingerprint. Nothing but time takes a row away.

CREATE TABLE daily_counts (
    purpose TEXT COLLATE "C" NOT NULL,
    network BYTEA NOT NULL,
    day BIGINT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (purpose, network, day)
);
