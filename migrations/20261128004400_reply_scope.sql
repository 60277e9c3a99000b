-- The setting that says which replies stop a recipient: {"scope": "everywhere"} or {"scope": "spinner"}, as in
-- src/domain/spinner/exit.ts. Spinners and versions from before this setting keep their rule, "spinner". A spinner
-- that a process of the previous version creates gets it too.
alter table stored_spinners add column reply jsonb not null default '{"scope": "spinner"}'
  check (reply ->> 'scope' in ('spinner', 'everywhere'));
alter table spinner_versions add column reply jsonb not null default '{"scope": "spinner"}'
  check (reply ->> 'scope' in ('spinner', 'everywhere'));
create or replace view spinners as select * from stored_spinners where bin_entry_id is null;

-- The time when the service read the latest reply to this message, and the evidence of it: the mail and the message
-- that it answers. Null if the person has not replied to it.
alter table contacts add column replied_at timestamptz;
alter table contacts add column reply jsonb;
