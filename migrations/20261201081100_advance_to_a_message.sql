-- `stops_at_message` says whether the present advance of the clock ends at the next message.
alter table test_clocks add column stops_at_message boolean not null default false;
