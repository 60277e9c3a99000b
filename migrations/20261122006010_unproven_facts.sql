-- The message that a fact of inbound mail is about, for facts that nothing proves: they change nothing and are shown.
alter table heard add column job_id uuid;
alter table heard add column record_id bigint;
alter table heard add column step int;
