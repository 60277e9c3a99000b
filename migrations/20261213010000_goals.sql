-- The goal of a spinner: {event, withinDays}, as in src/domain/spinner/goal.ts; null if it has none.
alter table stored_spinners add column goal jsonb;
create or replace view spinners as select * from stored_spinners where bin_entry_id is null;
alter table spinner_versions add column goal jsonb;
-- Recipients who reached the goal of their version, counted at the message that they answered.
alter table spinner_results add column reached_goal integer not null default 0;
-- Templates of spinners from before this file have no goal.
update spinner_templates set settings = settings || '{"goal": null}' where settings is not null and settings -> 'goal' is null;
