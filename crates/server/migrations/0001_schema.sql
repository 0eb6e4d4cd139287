-- The schema, as SQLite has it. PostgreSQL has other names of types (`dialect.rs`).
--
-- An instant is a number of milliseconds since 1970. A `number` that is a BLOB is a keyed fingerprint
-- of a phone number, one that is a TEXT is its key, which all spellings share, and `mobile` is a login
-- number.

-- Locks among all servers: a row that is changed while only one may do something, and how often that
-- was. `readiness` is changed to find out whether writing is possible.
CREATE TABLE locks (
    name TEXT NOT NULL PRIMARY KEY,
    taken INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO locks VALUES
    ('codes', 0), ('imports', 0), ('staff', 0), ('programme', 0), ('history', 0), ('redemptions', 0),
    ('readiness', 0);

-- What only the server's secret makes, so that another secret is noticed. `server init` writes it.
CREATE TABLE secret_check (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    hmac BLOB NOT NULL
) STRICT;


-- Members and staff.

-- `mobile` is as it came, as in an import, so that an export has it again. `notify` is how a member is told
-- of changes of their referrals; NULL for not at all.
CREATE TABLE accounts (
    number TEXT NOT NULL PRIMARY KEY,
    mobile TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    registered_at INTEGER,
    notify TEXT,
    -- That of the page where the member has logged in last; text messages are in it.
    language TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE erased_accounts (
    number BLOB NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When a member has logged in last.
CREATE TABLE last_logins (
    number TEXT NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- `mobile` is NULL from the moment that somebody is revoked or erased: what stays is the id, by which
-- histories name them. `totp` is the random part of a secret that the server's own secret completes,
-- `totp_next` that of an app that has yet to be tried. `team` is a name that they share with others; empty for none.
CREATE TABLE staff (
    id TEXT NOT NULL PRIMARY KEY,
    mobile TEXT UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    services TEXT NOT NULL,
    team TEXT NOT NULL,
    invited_by TEXT,
    invited_at INTEGER NOT NULL,
    active_at INTEGER,
    revoked_at INTEGER,
    totp BLOB,
    totp_next BLOB,
    reset_at INTEGER
) STRICT, WITHOUT ROWID;

-- Who has left the staff: the settings do not make them owner again, and the second factor in the
-- settings does not work for them. Invited again, they have the id `staff` again.
CREATE TABLE former_staff (
    number BLOB NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    staff TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What owners have set about the programme (JSON). It is only added to: the newest version holds, and those
-- before say what held. `made_by` is the id of a member of staff.
CREATE TABLE programme_settings (
    version INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    made_by TEXT NOT NULL,
    settings TEXT NOT NULL
) STRICT;

-- The versions of the rulebook: its rules (JSON). No version ever changes. A referral keeps the one that held
-- when it was submitted.
CREATE TABLE rulebooks (
    version INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    made_by TEXT NOT NULL,
    settings TEXT NOT NULL
) STRICT;

-- The versions of the catalogue: what points can be exchanged for (JSON). No version ever changes.
CREATE TABLE catalogues (
    version INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    made_by TEXT NOT NULL,
    settings TEXT NOT NULL
) STRICT;


-- Login.

-- `used_for` is the fingerprint of what was sent by a link with the code, so that a second press is told from another wish.
CREATE TABLE codes (
    challenge TEXT NOT NULL PRIMARY KEY,
    mobile TEXT NOT NULL,
    code BLOB NOT NULL,
    sent_at INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    used INTEGER NOT NULL,
    used_for BLOB
) STRICT, WITHOUT ROWID;

-- What is counted before another code is sent: by number and network (`address`), or by number and
-- known device. Only time takes a row away, and a code that could not be sent.
CREATE TABLE code_requests (
    challenge TEXT NOT NULL PRIMARY KEY,
    number BLOB NOT NULL,
    address BLOB NOT NULL,
    device BLOB,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX code_requests_by_number ON code_requests (number, at);
CREATE INDEX code_requests_by_address ON code_requests (address, at);
CREATE INDEX code_requests_by_device ON code_requests (device) WHERE device IS NOT NULL;
CREATE INDEX code_requests_by_time ON code_requests (at);

-- Devices on which somebody has logged in with a number.
CREATE TABLE devices (
    token BLOB NOT NULL,
    mobile TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (token, mobile)
) STRICT, WITHOUT ROWID;

CREATE INDEX devices_by_mobile ON devices (mobile);

-- Proofs of work that were used, by the HMAC in their puzzle, until they expire.
CREATE TABLE used_proofs (
    proof BLOB NOT NULL PRIMARY KEY,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How much an account, a network or a number has done in a day, which is counted from 1970. Only time
-- takes a row away.
CREATE TABLE daily_counts (
    purpose TEXT NOT NULL,
    subject BLOB NOT NULL,
    day INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (purpose, subject, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    token BLOB NOT NULL PRIMARY KEY,
    mobile TEXT NOT NULL,
    name TEXT NOT NULL,
    registered_at INTEGER,
    device TEXT,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    confirmed_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_mobile ON sessions (mobile);


-- The second factor.

-- The last time step that was used. Only time takes it away; the tries go at a reset, too.
CREATE TABLE used_steps (
    number BLOB NOT NULL PRIMARY KEY,
    step INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Tries that were wrong. `of_app` is 1 for a code of an authenticator app.
CREATE TABLE factor_tries (
    number BLOB NOT NULL,
    at INTEGER NOT NULL,
    of_app INTEGER NOT NULL
) STRICT;

CREATE INDEX factor_tries_by_number ON factor_tries (number, at);

-- Codes that may each be given once in place of an app's.
CREATE TABLE recovery_codes (
    code BLOB NOT NULL PRIMARY KEY,
    number BLOB NOT NULL,
    used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX recovery_codes_by_number ON recovery_codes (number);

CREATE TABLE passkeys (
    id TEXT NOT NULL PRIMARY KEY,
    staff TEXT NOT NULL,
    name TEXT NOT NULL,
    credential BLOB NOT NULL UNIQUE,
    static_state BLOB NOT NULL,
    dynamic_state BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_by_staff ON passkeys (staff);

-- What a passkey was asked to sign, by the hash of the token of the session that is to bring it.
CREATE TABLE passkey_challenges (
    session BLOB NOT NULL PRIMARY KEY,
    state BLOB NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;


-- Referrals.

-- `record` is the referral with its history, as an export has it: whatever is shown is read from it. The
-- other columns are to find it by, and are made of it. `origin` is the key that a copy has which came
-- with an id that was taken here, and `referred_number` that of the number as submitted.
--
-- What the history comes to: words are cut at 64 letters, `waiting_since` is NULL where the referral is
-- closed, `dealt_at` is when somebody last did something about it, `owner` is empty for nobody, `number`
-- is the key of the number that is shown and `number_since` since when the referral is about it, `came_at`
-- since when this server knows that (later for what was imported), `number_unclear` is 1 where it is not
-- clear whose number it is, `duplicate_of` is the id of the first referral of that number, and `credited`
-- what somebody has decided about that. `rulebook` is the version that held when it was submitted or, for what a file
-- brought, when it came; 0 for none. `source` is how it came here (`form`, `link`, `import`, `spreadsheet`). `doer` is
-- who does what comes next, `task_due` when what was planned is due, and `award_asked` is 1 while somebody asks for an
-- award. `by_link` is 1 where the person referred came by a link and agreed, also where a file has brought that, and `consent` what they say about being called; empty while nobody has asked them.
-- `opening` is the title of the vacancy or course that it is for. `haystack` is what a search looks at.
CREATE TABLE referrals (
    id INTEGER NOT NULL PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    origin TEXT UNIQUE,
    version INTEGER NOT NULL,
    status TEXT NOT NULL,
    points INTEGER NOT NULL,
    referrer_number TEXT NOT NULL,
    referred_number TEXT NOT NULL,
    stage TEXT NOT NULL,
    waiting_since INTEGER,
    dealt_at INTEGER NOT NULL,
    owner TEXT NOT NULL,
    service TEXT NOT NULL,
    number TEXT NOT NULL,
    number_since INTEGER NOT NULL,
    came_at INTEGER NOT NULL,
    number_unclear INTEGER NOT NULL,
    duplicate_of INTEGER,
    credited INTEGER,
    rulebook INTEGER NOT NULL,
    source TEXT NOT NULL,
    doer TEXT NOT NULL,
    task_due INTEGER,
    award_asked INTEGER NOT NULL,
    by_link INTEGER NOT NULL,
    consent TEXT NOT NULL,
    opening TEXT NOT NULL,
    haystack TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;

CREATE INDEX referrals_by_status ON referrals (status, id);
CREATE INDEX referrals_by_opening ON referrals (opening, id, stage, service, owner) WHERE opening <> '';
CREATE INDEX referrals_by_points ON referrals (points, id);
CREATE INDEX referrals_by_referrer ON referrals (referrer_number, id, stage, service, points);
CREATE INDEX referrals_by_referred ON referrals (referred_number);
CREATE INDEX referrals_by_number ON referrals (number, came_at, id);
CREATE INDEX referrals_by_stage ON referrals (stage, id);
CREATE INDEX referrals_by_owner ON referrals (owner, id, stage);
CREATE INDEX referrals_by_service ON referrals (service, id);
CREATE INDEX referrals_by_service_and_stage ON referrals (service, stage, id);
CREATE INDEX referrals_by_service_and_points ON referrals (service, points, id);
CREATE INDEX referrals_waiting ON referrals
    (waiting_since, id, stage, doer, duplicate_of, credited, number_unclear, dealt_at, task_due, award_asked, number,
    service)
    WHERE waiting_since IS NOT NULL;
CREATE INDEX referrals_waiting_by_service ON referrals
    (service, waiting_since, id, stage, doer, duplicate_of, credited, number_unclear, dealt_at, task_due, award_asked, number)
    WHERE waiting_since IS NOT NULL;
CREATE INDEX referrals_duplicate ON referrals (id, duplicate_of, credited, stage)
    WHERE duplicate_of IS NOT NULL;
CREATE INDEX referrals_successful ON referrals (referrer_number, id, service, stage, owner)
    WHERE stage = 'successful';

CREATE INDEX referrals_by_link ON referrals (referrer_number, id) WHERE by_link = 1;
CREATE INDEX referrals_by_source ON referrals (source, id, service, stage, consent, owner)
    WHERE source <> 'form';
-- Whoever was asked, or has said something about being called; a report counts them.
CREATE INDEX referrals_by_consent ON referrals (id, service, consent, owner) WHERE consent <> '';

-- The keyed fingerprints of the keys of erased referrals. The ids are not used again.
CREATE TABLE erased_referrals (
    key TEXT NOT NULL PRIMARY KEY,
    id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX erased_referrals_by_id ON erased_referrals (id);

-- The pages of people who were referred, by the SHA-256 of each one's token: one that the referrer sends, and one of staff.
CREATE TABLE person_pages (
    referral_id INTEGER NOT NULL REFERENCES referrals (id) ON DELETE CASCADE,
    by_staff INTEGER NOT NULL,
    token BLOB NOT NULL UNIQUE,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (referral_id, by_staff)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_pages_by_end ON person_pages (expires_at);

-- The fingerprints of the numbers of people who have asked never to be contacted. No erasure takes them.
CREATE TABLE do_not_contact (
    number BLOB NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who did what: the submission, which has no event, and each event by its id, with the status and points
-- from then on. It is only added to; but who made a change may be forgotten, and a number in an event or
-- a status, in place, so that no copy stays in a page whose rows are moved.
CREATE TABLE history (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    referral_id INTEGER NOT NULL REFERENCES referrals (id) ON DELETE CASCADE,
    event TEXT,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    actor_mobile TEXT,
    status TEXT NOT NULL,
    points INTEGER NOT NULL
) STRICT;

CREATE INDEX history_by_referral ON history (referral_id, seq);
CREATE INDEX history_by_actor ON history (actor_mobile) WHERE actor_mobile IS NOT NULL;

-- Which stages a referral has been in, and when; those that were undone are not among them. `took` is
-- how long it was, once it is over. Of several stays in one stage, one is the first. `service` and `owner` are those
-- that the referral has now.
CREATE TABLE stays (
    referral_id INTEGER NOT NULL REFERENCES referrals (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    stage TEXT NOT NULL,
    service TEXT NOT NULL,
    owner TEXT NOT NULL,
    reason TEXT NOT NULL,
    entered_at INTEGER NOT NULL,
    took INTEGER,
    is_first INTEGER NOT NULL,
    PRIMARY KEY (referral_id, place)
) STRICT, WITHOUT ROWID;

-- A report counts along these.
CREATE INDEX stays_by_service ON stays (service, stage, reason, is_first, took, referral_id, owner);
CREATE INDEX stays_finished ON stays (stage, took, referral_id, service, owner) WHERE took IS NOT NULL;
CREATE INDEX stays_running ON stays (stage, entered_at, referral_id, service, took, owner)
    WHERE took IS NULL;

-- Ids of batches and of requests to exchange points that may have been given between a backup and its
-- restore: these and all below. Each restore adds one.
CREATE TABLE passed_ids (
    id INTEGER NOT NULL PRIMARY KEY
) STRICT;

-- Batches of requests that are paid together. `steps` (JSON) is what has happened, and `status` what that comes
-- to; `version` increases with every change of it or of its lines; `two_people` is whether it took two people to
-- pay when it was made. Each id is the highest plus one, or the highest of `passed_ids` plus one.
CREATE TABLE batches (
    id INTEGER NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    two_people INTEGER NOT NULL,
    status TEXT NOT NULL,
    steps TEXT NOT NULL
) STRICT;

-- Members' requests to exchange points. `holder` is the fingerprint of the member's number, `mobile` and `name`
-- are as they were then; an erasure of the member takes all three and the reference, and the rest stays as a
-- sum. `offer` is the id of what they chose, and `chosen` (JSON) what it was. `steps` (JSON) is what has happened,
-- and `status` what that comes to. `batch` is the one that it is a line of, `two_people` is as in batches. Ids are
-- given as for batches.
CREATE TABLE redemptions (
    id INTEGER NOT NULL PRIMARY KEY,
    holder BLOB,
    mobile TEXT,
    name TEXT NOT NULL,
    catalogue INTEGER NOT NULL,
    offer TEXT NOT NULL,
    chosen TEXT NOT NULL,
    points INTEGER NOT NULL,
    two_people INTEGER NOT NULL,
    reference TEXT NOT NULL,
    status TEXT NOT NULL,
    steps TEXT NOT NULL,
    batch INTEGER REFERENCES batches (id)
) STRICT;

CREATE INDEX redemptions_by_holder ON redemptions (holder, id) WHERE holder IS NOT NULL;
CREATE INDEX redemptions_by_status ON redemptions (status, id);
CREATE INDEX redemptions_by_offer ON redemptions (offer, status);
CREATE INDEX redemptions_by_batch ON redemptions (batch, id) WHERE batch IS NOT NULL;

-- What awards have earned, and what was exchanged. It is only added to; but when a referral or a person is erased, the link to them
-- goes, and the points stay. `holder` is the fingerprint of the number of whoever gets the points, `event` the
-- event of the referral that made the entry, and `award` the event of the award that it is about. `month` is
-- that of `awarded_at`, counted from 1970. `rule` is empty where no rule gave the points, and `service` where it
-- is none of ours. `cuts` says which rules cut how much (JSON). `success` is 1 for one entry of each award, and
-- -1 where that is taken back. `redemption` is the request that an entry is about. Such a one has no referral, and
-- neither has what an owner entered by hand; both count towards no rule. `note` says why somebody entered it by
-- hand, which the member reads; it is empty for all others, and goes when the member is erased. From
-- `expires_at` on, what nobody has used of an entry is taken away by one of the kind `expired`.
CREATE TABLE reward_entries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    referral_id INTEGER REFERENCES referrals (id) ON DELETE SET NULL,
    redemption INTEGER REFERENCES redemptions (id),
    holder BLOB,
    receiver TEXT NOT NULL,
    kind TEXT NOT NULL,
    event TEXT NOT NULL,
    at INTEGER NOT NULL,
    award TEXT NOT NULL,
    awarded_at INTEGER NOT NULL,
    month INTEGER NOT NULL,
    version INTEGER NOT NULL,
    rule TEXT NOT NULL,
    service TEXT NOT NULL,
    points INTEGER NOT NULL,
    cuts TEXT NOT NULL,
    held_until INTEGER NOT NULL,
    expires_at INTEGER,
    success INTEGER NOT NULL,
    note TEXT NOT NULL,
    -- Who entered it by hand or proposed the award; once the referral is erased, also who made it, as in a history.
    -- Separated by spaces.
    awarded_by TEXT
) STRICT;

-- Neither a retry nor another server enters anything twice.
CREATE UNIQUE INDEX reward_entries_once ON reward_entries
    (referral_id, event, award, kind, receiver, rule);
CREATE INDEX reward_entries_by_holder ON reward_entries
    (holder, receiver, rule, service, month, referral_id, kind, points, success) WHERE holder IS NOT NULL;
CREATE INDEX reward_entries_by_hold ON reward_entries (holder, held_until, points, kind, expires_at, redemption)
    WHERE holder IS NOT NULL;
-- Whose validity ends, and what has ended.
CREATE INDEX reward_entries_ending ON reward_entries (expires_at, points, holder) WHERE expires_at IS NOT NULL;
CREATE INDEX reward_entries_expired ON reward_entries (kind, points, holder) WHERE kind = 'expired';
CREATE UNIQUE INDEX reward_entries_by_redemption ON reward_entries (redemption, kind)
    WHERE redemption IS NOT NULL;
CREATE INDEX reward_entries_by_award ON reward_entries (awarded_at);
-- Statements of one person, and what is owed in all, are summed along these.
CREATE INDEX reward_entries_statement ON reward_entries (holder, seq, points, held_until)
    WHERE holder IS NOT NULL;
CREATE INDEX reward_entries_owed ON reward_entries
    (version, awarded_at, held_until, points, holder, redemption, kind)
    WHERE holder IS NOT NULL AND redemption IS NULL AND kind <> 'expired';

-- What a member has earned as a referrer in the months of a quarter.
CREATE INDEX reward_entries_quarter ON reward_entries (holder, month, receiver, kind, points)
    WHERE holder IS NOT NULL;

-- Members who are on the list of those with most points: the fingerprint of the number, the name that they chose
-- for it, and since when. `id` names that choice, so that staff can take a name off without seeing whose it is. An
-- erasure of the member takes the row. `public` is whether everybody could read the list when the name was chosen.
-- One that was chosen for members is shown to members only.
CREATE TABLE leaderboard_names (
    holder BLOB NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    public INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Links that members share: the code (eight letters of Crockford's alphabet), whose it is, the name that the member
-- chose for the page behind it (empty for none), and when it was made and ended. A member has at most one that has
-- not ended. An erasure of the member takes the rows.
CREATE TABLE links (
    code TEXT NOT NULL PRIMARY KEY,
    number TEXT NOT NULL,
    name TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    ended_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX links_live ON links (number) WHERE ended_at IS NULL;
CREATE INDEX links_by_number ON links (number);

-- How often a link was opened in a day, which is counted from 1970. Nothing says by whom.
CREATE TABLE link_opens (
    code TEXT NOT NULL REFERENCES links (code) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (code, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX link_opens_by_day ON link_opens (day, count);

-- Imports of spreadsheets: when, by whom (an id of the staff), how many referrals one brought, and how many
-- were taken out again, when last and by whom. Nothing of its rows is here but these counts. Each id is the
-- highest plus one, so that it continues in a database to which all was copied.
CREATE TABLE spreadsheets (
    id INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    staff TEXT NOT NULL,
    added INTEGER NOT NULL,
    taken_out INTEGER NOT NULL,
    taken_out_at INTEGER,
    taken_out_by TEXT
) STRICT;

CREATE INDEX spreadsheets_by_time ON spreadsheets (at);

-- The referrals that an import brought, as long as both are here.
CREATE TABLE spreadsheet_referrals (
    referral_id INTEGER NOT NULL PRIMARY KEY REFERENCES referrals (id) ON DELETE CASCADE,
    spreadsheet INTEGER NOT NULL REFERENCES spreadsheets (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX spreadsheet_referrals_by_spreadsheet ON spreadsheet_referrals (spreadsheet, referral_id);

-- Submissions by their idempotency key. One without a referral is of an erased one. It names its
-- referral before that is written, so the names are checked when the transaction ends.
CREATE TABLE submissions (
    idempotency BLOB NOT NULL PRIMARY KEY,
    fingerprint BLOB NOT NULL,
    referral_id INTEGER REFERENCES referrals (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX submissions_by_referral ON submissions (referral_id);
CREATE INDEX submissions_by_time ON submissions (at);

-- What was answered to other writes, by their idempotency key (an HMAC, with whoever sent it and what
-- they sent). No answer holds more than counts, ids and codes of refusals.
CREATE TABLE answers (
    key BLOB NOT NULL PRIMARY KEY,
    answer TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX answers_by_time ON answers (at);


-- Contact messages.

-- `state` is where it stands: its forwarding is a row of the outbox. `owner` is the id of the member
-- of staff who is responsible.
CREATE TABLE messages (
    id INTEGER NOT NULL PRIMARY KEY,
    idempotency BLOB UNIQUE,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    subject TEXT NOT NULL,
    message TEXT NOT NULL,
    at INTEGER NOT NULL,
    state TEXT NOT NULL,
    owner TEXT,
    haystack TEXT NOT NULL
) STRICT;

CREATE INDEX messages_by_owner ON messages (owner, id);
CREATE INDEX messages_by_state ON messages (state, id);


-- What goes out and who comes in.

-- A secret is not stored: it is derived from the server's own secret and the seed.
CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY,
    url TEXT NOT NULL,
    -- The names of the events it is told of, each between blanks; a blank alone for all.
    events TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    seed BLOB NOT NULL,
    -- The seed before, whose signature goes along until then.
    previous_seed BLOB,
    previous_until INTEGER,
    -- It has failed: nothing is sent to it before.
    resting_until INTEGER NOT NULL,
    -- The member of staff under whose name it runs.
    made_by TEXT,
    made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A row for each event and whoever is told of it, by `channel`: a webhook, a referrer, or those who
-- answer contact messages. It is written in the transaction of the event. It has no
-- name, number or note: what is sent is read when it is sent, and goes with what is erased. `said` is the
-- event of the referral's history whose words are sent to the referrer; NULL for its state. `due_at`
-- is when it is tried next, also while somebody tries; NULL once it is delivered or given up.
CREATE TABLE outbox (
    id TEXT NOT NULL PRIMARY KEY,
    channel TEXT NOT NULL,
    webhook TEXT REFERENCES webhooks (id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    referral_id INTEGER REFERENCES referrals (id) ON DELETE CASCADE,
    message_id INTEGER REFERENCES messages (id) ON DELETE CASCADE,
    redemption_id INTEGER REFERENCES redemptions (id) ON DELETE CASCADE,
    said TEXT,
    at INTEGER NOT NULL,
    due_at INTEGER,
    attempts INTEGER NOT NULL,
    status INTEGER,
    failure TEXT,
    delivered_at INTEGER,
    failed_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_by_webhook ON outbox (webhook, at);
-- What is due for one receiver, so that nobody walks past what is due for one that rests.
CREATE INDEX outbox_due ON outbox (channel, webhook, due_at, at, id) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_by_referral ON outbox (referral_id);
CREATE INDEX outbox_by_message ON outbox (message_id);
CREATE INDEX outbox_by_redemption ON outbox (redemption_id) WHERE redemption_id IS NOT NULL;
CREATE INDEX outbox_by_time ON outbox (at);

-- API tokens, by the SHA-256 of each.
CREATE TABLE tokens (
    token BLOB NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    mobile TEXT NOT NULL,
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    -- Names with a blank between them.
    scopes TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_by_mobile ON tokens (mobile);


-- Views of the console that a member of staff shares with the others, by the id of whoever shares it. The
-- address has filters only: a search text, which may be a number, is not stored.
CREATE TABLE views (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    made_by TEXT NOT NULL,
    made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;


-- What has happened that matters to security.
CREATE TABLE security_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    outcome TEXT NOT NULL,
    actor BLOB,
    target BLOB,
    request TEXT NOT NULL
) STRICT;

CREATE INDEX security_events_by_time ON security_events (at);
CREATE INDEX security_events_by_kind ON security_events (kind, seq);
CREATE INDEX security_events_by_actor ON security_events (actor, at);
CREATE INDEX security_events_by_target ON security_events (target, at);
