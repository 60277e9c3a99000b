-- Lets users act on single recipients, also while a runtime has the lease of their slice.
--
--   changed_record_ids  the recipients that a user changed since the slice was leased; the runtime that has the lease
--                       stores no outcome for them and marks none of their messages
--   repeats_steps       whether recipients of the slice may run a step again of which a message result is stored
--   moved_steps         the moves of recipients to steps that do not follow theirs: a list of {from, to, count}
alter table slices
  add column changed_record_ids bigint[] not null default '{}',
  add column repeats_steps boolean not null default false,
  add column moved_steps jsonb;
