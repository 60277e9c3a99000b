-- Returns the ids of up to p_most organizations after p_after that have events without numbers, in the order of their
-- ids. Reads one index entry for each organization, however many new events it has.
create or replace function organizations_with_new_events(p_after uuid, p_most int) returns setof uuid
language sql stable
as $$
  with recursive found as (
    (select n.organization_id from new_events n where n.organization_id > p_after order by n.organization_id limit 1)
    union all
    select (select n.organization_id from new_events n where n.organization_id > f.organization_id
             order by n.organization_id limit 1)
      from found f where f.organization_id is not null)
  select f.organization_id from found f where f.organization_id is not null limit p_most
$$;
