-- `number_since` is since when a referral is about the number that is shown, where that was corrected;
-- `number_unclear` is 1 where it is not clear whose number it is.
ALTER TABLE referrals ADD COLUMN number_since BIGINT;
ALTER TABLE referrals ADD COLUMN number_unclear BIGINT;

CREATE INDEX referrals_by_corrected_number ON referrals (shown_number, number_since, id)
    WHERE number_since IS NOT NULL;

-- An inbox looks at no more than this index.
DROP INDEX referrals_waiting;
CREATE INDEX referrals_waiting ON referrals
    (waiting_since, id, stage, owner, duplicate_of, credited, number_unclear)
    WHERE waiting_since IS NOT NULL;

-- What has a correction already is looked at once more.
UPDATE referrals SET projected = NULL
    WHERE id IN (SELECT referral_id FROM changes WHERE event LIKE '%"corrected"%');

-- What is due for one webhook, so that nobody walks past what is due for one that rests.
CREATE INDEX outbox_by_webhook_and_due ON outbox (webhook, due_at, at, id)
    WHERE due_at IS NOT NULL;
