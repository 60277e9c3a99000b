-- Returns the messages and reactions of an organization, or of one of its spinners, since the last call of
-- `fold_results`, as `message_results` counts them. Returns nothing if the last call is more than an hour ago, because
-- counting would take too long; `results_progress` has the time up to which they are counted.
create or replace function uncounted_results(p_organization uuid, p_spinner uuid, p_now timestamptz, p_by_source boolean)
returns setof spinner_results
language plpgsql stable
as $$
declare
  -- A test organization is never counted beforehand, and has few messages.
  is_test boolean := exists (select from test_clocks c where c.organization_id = p_organization);
  counted timestamptz := case when not is_test then (select f.counted_until from results_progress f) end;
  since timestamptz := coalesce(
    greatest(counted, (select v.counted_until from moved_results v where v.organization_id = p_organization)), to_timestamp(0));
begin
  if counted is null or counted > p_now - interval '1 hour' then
    return query
      select m.* from message_results(
               p_organization => p_organization, p_since => since, p_until => timestamptz '3000-01-01',
               p_by_source => p_by_source) m
       where p_spinner is null or m.spinner_id = p_spinner;
  end if;
end $$;
