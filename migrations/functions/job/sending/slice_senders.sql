-- Returns the senders of a slice's recipients as JSON. `byDefault` is the organization's default sender.
-- Without one, it is the sender that the operator limits, so that no message leaves by the deployment's mail server
-- without being counted. The
-- keys of `own` and `turns` are record ids: `own` has the sender that wrote to the recipient before, and
-- `turns` the sender that has given the waiting recipient a sending time. `own` leaves out senders that were
-- deleted; otherwise a recipient of a deleted sender would wait for it forever.
create or replace function slice_senders(p_job uuid, p_slice int) returns jsonb
language plpgsql stable
--! include one_plan
as $$
begin
  return (
    select jsonb_build_object(
             'byDefault', s.by_default,
             'own', coalesce(r.own, '{}'), 'turns', coalesce(r.turns, '{}'))
      from jobs j
      cross join lateral (
        select array_agg(e.id) as ids, coalesce(
                 (array_agg(e.id) filter (where e.is_default))[1],
                 (array_agg(e.id) filter (where e.max_per_day is not null))[1]) as by_default
          from senders e where e.organization_id = j.organization_id) s
      cross join lateral (
        select jsonb_object_agg(q.record_id, q.sender_id) filter (where q.sender_id = any(s.ids)) as own,
               jsonb_object_agg(q.record_id, q.evidence -> 'senderId')
                 filter (where q.status = 'waiting' and q.evidence ? 'senderId') as turns
          from recipients q
         where q.job_id = p_job and q.slice = p_slice and is_unfinished_recipient(q.status)) r
     where j.id = p_job);
end $$;
