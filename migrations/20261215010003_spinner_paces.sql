-- The present pace of each spinner that was ever published with one, and its use on the present day. All jobs of the
-- spinner share the row, whichever version they run.
create table spinner_paces (
  spinner_id uuid primary key references stored_spinners on delete cascade,
  organization_id uuid not null references organizations,
  -- The limits of the published version; null for no limit.
  max_new_per_day int check (max_new_per_day > 0),
  max_per_day int check (max_per_day > 0),
  -- The weekdays of the send window (1 is Monday), and the minute of the day at which waiting recipients are checked.
  days int[] not null,
  opens_at int not null,
  -- The messages and the first messages that were sent on the day, which is one of the time zone.
  zone text not null,
  day date not null,
  used int not null default 0,
  used_new int not null default 0,
  -- The last day on which new people have places, and how many they have on it. `late_day` and `late_count` are the same
  -- for follow-ups, and for people whose day has passed.
  queue_day date,
  queue_count int not null default 0,
  late_day date,
  late_count int not null default 0,
  -- The follow-ups that will become due on the day, and the people whose day has passed, as they were counted at counted_at.
  follow_ups int not null default 0,
  late_people int not null default 0,
  counted_at timestamptz
) with (fillfactor = 50);
create index spinner_paces_organization_id_idx on spinner_paces (organization_id);
