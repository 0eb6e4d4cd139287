-- A submission names its referral before that is written, and the names are checked when the
-- transaction ends.

ALTER TABLE submissions
    ALTER CONSTRAINT submissions_referral_id_fkey DEFERRABLE INITIALLY DEFERRED;
