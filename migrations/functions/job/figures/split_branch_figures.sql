-- Returns the results of the recipients in each branch (arm) of the split steps of a job, for the slices
-- after p_after up to p_last: how many there are, how many were sent a message after the split, and how many
-- replied, bounced, unsubscribed, completed their last step or failed. For slices whose recipients were
-- deleted, returns the figures at the time of the deletion.
create or replace function split_branch_figures(p_job uuid, p_after int, p_last int)
returns table (slice int, step int, branch int, figures jsonb)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select a.slice, a.step, a.branch, a.figures from split_branches a
     where a.job_id = p_job and a.slice > p_after and a.slice <= p_last and a.figures is not null
    union all
    select m.slice, m.step, m.branch, jsonb_build_object(
             'reached', count(*), 'sent', count(*) filter (where m.sent),
             'replied', count(*) filter (where m.replied or r.reason = 'REPLIED'),
             'bounced', count(*) filter (where m.bounced or r.reason in ('BOUNCED', 'MAILBOX_UNKNOWN')),
             'unsubscribed', count(*) filter (where m.unsubscribed or r.reason = 'UNSUBSCRIBED'),
             'done', count(*) filter (where r.status = 'done'), 'failed', count(*) filter (where r.status = 'failed'))
      from (
        select a.slice, a.step, a.branch, i.id, g.replied, g.bounced, g.unsubscribed,
               exists (select from message_results d
                        where d.job_id = p_job and d.slice = a.slice and d.record_id = i.id and d.step > a.step
                          and d.status = 'sent') as sent
          from split_branches a
          cross join lateral unnest(a.record_ids) as i(id)
          left join lateral (
            select bool_or(g.status = 'replied') as replied, bool_or(g.status = 'bounced') as bounced,
                   bool_or(exists (
                     select from suppressions x
                      where x.organization_id = g.organization_id and x.email = g.address and x.reason = 'unsubscribed'
                        and x.created_at >= g.created_at)) as unsubscribed
              from message_log g where g.job_id = p_job and g.record_id = i.id and g.step > a.step) g on true
         where a.job_id = p_job and a.slice > p_after and a.slice <= p_last and a.figures is null) m
      join recipients r on r.job_id = p_job and r.slice = m.slice and r.record_id = m.id
     group by m.slice, m.step, m.branch;
end $$;
