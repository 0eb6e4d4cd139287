-- Searches. A text that contains a part of a name or number has all groups of three letters of it.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX referrals_by_words ON referrals USING gin (haystack gin_trgm_ops);
