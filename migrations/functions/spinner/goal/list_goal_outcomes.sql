-- Returns records whose outcomes in the goal of a version a runtime has to look at, at most p_most: those of p_records
-- that have an open outcome; if p_records is null, records after p_after in their order, or, if p_after is null, records
-- that are due. An outcome is open as long as the goal is not reached and its days are not over.
create or replace function list_goal_outcomes(
  p_now timestamptz, p_spinner uuid, p_version int, p_records bigint[], p_after bigint, p_most int
) returns setof bigint
language plpgsql stable
--! include one_plan
as $$
begin
  if p_records is not null then
    return query
      select distinct o.record_id from goal_outcomes o
       where o.spinner_id = p_spinner and o.record_id = any(p_records) and o.version = p_version
         and o.reached_at is null and o.ends_at > p_now;
  elsif p_after is not null then
    return query
      select distinct o.record_id from goal_outcomes o
       where o.spinner_id = p_spinner and o.record_id > p_after and o.version = p_version
         and o.reached_at is null and o.ends_at > p_now
       order by o.record_id limit p_most;
  else
    return query
      select distinct d.record_id from (
        select o.record_id from goal_outcomes o
         where o.spinner_id = p_spinner and o.version = p_version and o.due_at <= p_now
         order by o.due_at limit p_most) d;
  end if;
end $$;
