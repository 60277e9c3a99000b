-- Returns whether a job with an audience takes the records that no earlier job of its spinner has taken: `new`, or `new:ID`
-- for those among them that belong to a segment (src/domain/spinner/audience.ts). The function has no settings of its own,
-- so that the planner inlines it.
create or replace function takes_new_records(p_audience text) returns boolean
language sql immutable parallel safe
as $$ select p_audience like 'new%' $$;
