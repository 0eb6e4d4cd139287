-- Numbers by what all spellings of one have in common; NULL until a program that knows of it has
-- filled it in.
ALTER TABLE referrals ADD COLUMN referrer_number TEXT COLLATE "C";
ALTER TABLE referrals ADD COLUMN referred_number TEXT COLLATE "C";

CREATE INDEX referrals_by_referrer_number ON referrals (referrer_number, id DESC);
CREATE INDEX referrals_by_referred_number ON referrals (referred_number);
CREATE INDEX referrals_without_numbers ON referrals (id)
    WHERE referrer_number IS NULL OR referred_number IS NULL;

-- What was typed, as it was typed.
ALTER TABLE accounts ADD COLUMN typed TEXT;
ALTER TABLE codes ADD COLUMN typed TEXT;

-- Whether the fingerprint is keyed; the plain ones are of older programs.
ALTER TABLE departures ADD COLUMN keyed BIGINT NOT NULL DEFAULT 0;

-- For erasing: who has changed somebody else's referral.
CREATE INDEX changes_by_actor ON changes (actor_mobile);
