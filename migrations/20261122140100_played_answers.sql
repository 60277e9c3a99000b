-- The time at which something came back; the row stays for the timeline. Something of the same kind may come back of one
-- message at several times.
alter table test_answers add column played_at timestamptz;
alter table test_answers drop constraint test_answers_pkey;
alter table test_answers add primary key (job_id, record_id, step, kind, due_at);
