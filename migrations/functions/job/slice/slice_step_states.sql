-- Returns how many recipients of a slice are at each step, state and reason, as slices.step_states and
-- slices.step_state_counts store it.
create or replace function slice_step_states(p_job uuid, p_slice int, out step_states text[], out step_state_counts int[])
language plpgsql stable
--! include one_plan
as $$
begin
  select array_agg(concat_ws(' ', a.step, a.status, a.reason)), array_agg(a.count::int) into step_states, step_state_counts
    from (select r.step, r.status, r.reason, count(*) as count
            from recipients r where r.job_id = p_job and r.slice = p_slice group by r.step, r.status, r.reason) a;
end $$;
