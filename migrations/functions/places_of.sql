-- Where the recipients of a slice stand, as slices.places says it.
create or replace function places_of(p_job uuid, p_slice int) returns jsonb
language plpgsql stable
--! include one_plan
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('step', a.step, 'state', a.state, 'code', a.reason, 'count', a.count))
      from (select r.step, r.state, r.reason, count(*) as count
              from recipients r where r.job_id = p_job and r.slice = p_slice group by r.step, r.state, r.reason) a);
end $$;
