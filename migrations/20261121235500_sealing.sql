-- Whether what is secret is sealed: the row is there from when on it is. A database that no process has worked on yet
-- (each offers its plans first) is sealed from the beginning. In any other, processes of the version before may run,
-- which would send sealed headers to receivers as they are; there `npm run admin -- seal-secrets` makes the row.
create table sealing (
  one boolean primary key default true check (one),
  begun_at timestamptz not null default now()
);
insert into sealing select where not exists (select from plans);
--
-- The keys that something may be sealed under, by name, each with a digest that proves it: a process whose key of that
-- name is another, or that has none, is told so when it starts, and not by what it then cannot open.
create table sealing_keys (
  id text primary key,
  proof text not null,
  first_used_at timestamptz not null default now()
);
--
-- Recipient, subject and texts of a captured message. Where it is there, the columns that held them in clear are empty.
-- It does not get smaller by being compressed, so that is not tried.
alter table outbox add column sealed bytea;
alter table outbox alter column sealed set storage external;
