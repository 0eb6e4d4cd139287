-- What only the server's secret makes, so that another secret is noticed. `server init` writes it.
CREATE TABLE secret_check (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    hmac BYTEA NOT NULL
);

-- The row that is written to find out whether writing is possible.
INSERT INTO gates VALUES ('readiness', 0);
