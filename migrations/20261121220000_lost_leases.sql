-- A slice whose lease runs out again and again holds a recipient at which the runtime stops: its leases would be lost
-- for ever. How often that happened since something was settled, and at whom the last runtime was, tell which one.
alter table slices
  add column lost_leases int not null default 0,
  add column preparing bigint;
