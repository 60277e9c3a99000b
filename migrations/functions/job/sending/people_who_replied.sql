-- Returns the recipients of messages that are about to be marked whose person has replied to a message of any job
-- since their own job was triggered, if the version of the job stops people after such a reply: after every reply, or,
-- with the exit `unsubscribe`, after a reply in which the person asked for no more mail. For a job that runs failed
-- recipients again, the trigger of the first job counts. The replies of recipients that got a message already
-- are found when the reply is read (stop_person); this function also finds recipients that got none yet.
create or replace function people_who_replied(
  p_job uuid, marked_ids bigint[], marked_addresses text[],
  out withheld_ids bigint[], out withheld_codes text[], out withheld_seconds float8[], out withheld_evidence jsonb[]
)
language plpgsql stable
--! include one_plan
as $$
declare
  organization uuid;
  since timestamptz;
  counts_all boolean;
begin
  select j.organization_id, coalesce((select root.created_at from jobs root where root.id = root_of_job(p_job => j)), j.created_at),
         has_exit(p_version => v, p_exit => 'replyElsewhere')
    into organization, since, counts_all
    from jobs j join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
   where j.id = p_job
     and (has_exit(p_version => v, p_exit => 'replyElsewhere') or has_exit(p_version => v, p_exit => 'unsubscribe'));
  select array_agg(m.id order by m.id), array_agg('REPLIED'::text), array_agg(null::float8), array_agg(k.reply order by m.id)
    into withheld_ids, withheld_codes, withheld_seconds, withheld_evidence
    from unnest(marked_ids, marked_addresses) as m(id, address)
    cross join lateral (
      select c.reply from sent_emails c
       where c.organization_id = organization and c.address = m.address and c.replied_at >= since
         and (counts_all or c.reply ->> 'request' = 'unsubscribe')
       order by c.replied_at desc limit 1) k;
end $$;
