-- Returns the ids of up to p_most organizations that have events without numbers. Reads one index entry for each
-- organization, however many new events it has.
create or replace function organizations_with_new_events(p_most int) returns setof uuid
language sql stable
as $$
  with recursive found as (
    (select n.organization_id from new_events n order by n.organization_id limit 1)
    union all
    select (select n.organization_id from new_events n where n.organization_id > f.organization_id
             order by n.organization_id limit 1)
      from found f where f.organization_id is not null)
  select f.organization_id from found f where f.organization_id is not null limit p_most
$$;
