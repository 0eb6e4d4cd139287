-- Who of the staff is responsible for a contact message, by their id; NULL for nobody.
ALTER TABLE messages ADD COLUMN owner TEXT;

CREATE INDEX messages_by_owner ON messages (owner, id);

-- Where a message stands, as a list is narrowed by it.
CREATE INDEX messages_by_state ON messages ((CASE
    WHEN forwarded_at IS NOT NULL THEN 'forwarded' WHEN handled_at IS NOT NULL THEN 'handled'
    WHEN failed_at IS NOT NULL THEN 'undeliverable' WHEN forward = 1 THEN 'waiting'
    ELSE 'received' END), id);

CREATE INDEX security_events_by_kind ON security_events (kind, seq);
