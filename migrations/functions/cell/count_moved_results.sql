-- Counts the messages and reactions of an organization that leaves for another cell, which then continues after them.
-- Called once the organization is closed, so that no transaction adds rows meanwhile. Waits for a runtime that counts.
create or replace function count_moved_results(p_organization uuid) returns void
language plpgsql
as $$
declare
  since timestamptz := (select f.counted_until from results_progress f for update);
  upto timestamptz;
begin
  since := greatest(since, to_timestamp(0), (select m.counted_until from moved_results m where m.organization_id = p_organization));
  select max(l.at) + interval '1 millisecond' into upto
    from (
      (select time_of_id(p_id => m.id) as at from message_log m where m.organization_id = p_organization order by m.id desc limit 1)
      union all
      (select time_of_id(p_id => o.id) from captured_messages o where o.organization_id = p_organization order by o.id desc limit 1)
      union all
      select max(f.at) from inbound_facts f where f.organization_id = p_organization
      union all
      select max(x.at) from suppression_events x where x.organization_id = p_organization
      union all
      select max(g.reached_at) from goal_outcomes g where g.organization_id = p_organization
      union all
      select max(g.first_at) from goal_outcomes g where g.organization_id = p_organization and g.is_held_out) l;
  if upto > since then
    perform add_results(p_organization => p_organization, p_since => since, p_until => upto);
    insert into moved_results as m (organization_id, counted_until) values (p_organization, upto)
    on conflict (organization_id) do update set counted_until = excluded.counted_until;
  end if;
end $$;
