-- The first reply, the first bounce and the first complaint of each message, which are the reactions that the home page
-- counts and by which messages are listed. Unproven reactions, and those to no message, are left out. The subquery is
-- answered by the index of the recipient, whatever the statistics say.
create view first_reactions as
select h.organization_id, h.job_id, h.record_id, h.step, h.at,
       case h.kind when 'reply' then 'reply' when 'complaint' then 'complaint' else 'bounce' end as reaction
  from inbound_facts h
 where h.kind in ('reply', 'hardBounce', 'softBounce', 'refusal', 'complaint') and h.outcome not in ('nobody', 'unverified')
   and h.key = (
     select e.key from inbound_facts e
      where e.job_id = h.job_id and e.record_id = h.record_id and e.step = h.step
        and e.kind in ('reply', 'hardBounce', 'softBounce', 'refusal', 'complaint') and e.outcome not in ('nobody', 'unverified')
        and (e.kind = h.kind or (e.kind not in ('reply', 'complaint') and h.kind not in ('reply', 'complaint')))
      order by e.at, e.key limit 1);
