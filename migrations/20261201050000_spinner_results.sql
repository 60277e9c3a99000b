-- The results of spinners: counts of messages, and of the reactions to them, added up from the log of messages by
-- `fold_results`. `day` is the day on which the message was sent, in the time zone of the organization. A reaction
-- counts on the day of its message.
create table spinner_results (
  spinner_id uuid not null references stored_spinners (id) on delete cascade,
  day date not null,
  version integer not null,
  step integer not null,
  -- A branch that the recipient took before the message, as "<step>:<branch>". Each message is counted in one row with
  -- an empty variant, and once more for each of its branches.
  variant text collate "C" not null,
  -- The zero UUID if the deployment's own mail server sent the message.
  sender_id uuid not null,
  -- How the job was started, as in `jobs.source`.
  source text not null,
  -- Recipients whose first message (their first after the branch) is counted here.
  reached integer not null default 0,
  sent integer not null default 0,
  captured integer not null default 0,
  replied integer not null default 0,
  automatic_replies integer not null default 0,
  bounced integer not null default 0,
  unsubscribed integer not null default 0,
  complained integer not null default 0,
  primary key (spinner_id, day, version, step, variant, sender_id, source)
);

-- Organizations that moved here from another cell: their messages before this time are counted already.
create table moved_results (
  organization_id uuid not null,
  counted_until timestamptz not null,
  primary key (organization_id)
);

-- The time up to which messages and reactions of all organizations are counted. Without a row, none are counted yet.
create table results_progress (
  only_row boolean not null default true primary key check (only_row),
  counted_until timestamptz not null
);
-- Counts from now on in a database that has messages, because earlier reactions do not name their message.
insert into results_progress (counted_until)
select now() where exists (select from message_log) or exists (select from captured_messages);
