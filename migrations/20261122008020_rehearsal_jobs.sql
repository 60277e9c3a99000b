-- The job that a trigger started which named the rehearsal; it starts one. Null until then.
alter table rehearsals add column job_id uuid;
