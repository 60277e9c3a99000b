-- The time at which the reaction was played; the row stays for the timeline. One message may have several reactions of
-- the same kind, at different times.
alter table test_answers add column played_at timestamptz;
alter table test_answers drop constraint test_answers_pkey;
alter table test_answers add primary key (job_id, record_id, step, kind, due_at);
