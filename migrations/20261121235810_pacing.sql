-- How many wait for a time on the day of given_until, so that no day is promised to more than it has room for.
alter table sender_budgets add column given_day date, add column given int not null default 0;
-- Up to when those have been given a time whom the sender has written to, or whose time has come before: they go first.
alter table sender_budgets add column soon_until timestamptz;

-- What went out by a sender for a spinner, and what came back of it, in parts of ten minutes of which eight days are kept.
create table sender_health (
  sender_id uuid not null references senders on delete cascade,
  spinner_id uuid not null,
  part timestamptz not null,
  sent int not null default 0,
  bounced int not null default 0,
  complained int not null default 0,
  -- Refused by the provider, whoever the recipient is.
  refused int not null default 0,
  primary key (sender_id, spinner_id, part)
);

-- From when it is counted, and whether the sender is paused for the spinner.
create table sender_breakers (
  sender_id uuid not null references senders on delete cascade,
  spinner_id uuid not null,
  armed_at timestamptz not null,
  paused_at timestamptz,
  -- {code, words, numbers}
  trouble jsonb,
  -- When its owners were mailed.
  told_at timestamptz,
  primary key (sender_id, spinner_id)
);
create index sender_breakers_paused on sender_breakers (spinner_id) where paused_at is not null;
create index sender_breakers_untold on sender_breakers (paused_at) where paused_at is not null and told_at is null;

-- Where the zone of a person is not known.
alter table organizations add column time_zone text not null default 'UTC';

-- On which days and between which hours a spinner writes: {days, from, to, zone}.
alter table spinners add column send_window jsonb;
alter table spinner_versions add column send_window jsonb;

-- When the last of those is due who wait in it, as it was when its lease was given back.
alter table slices add column last_due timestamptz;
