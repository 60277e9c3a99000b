-- Calls settle_and_mark_people for processes of the previous version, which know no codes and cannot wait.
-- Claims addresses as the current version does, so that nobody is written to twice while both run, but
-- ignores the contact policy. Recipients whose address cannot be claimed are returned without a reason, and
-- the caller skips them.
create or replace function settle_and_mark(
  p_job uuid, p_slice int, p_holder uuid, p_seconds float8,
  settled_ids text[], settled_steps int[], settled_channels text[], settled_deliveries text[], settled_states text[],
  settled_next_steps int[], settled_attempts int[], settled_due float8[], settled_errors text[],
  marked_ids bigint[], marked_addresses text[],
  out what_follows text, out withheld_ids bigint[], out withheld_reasons text[]
)
language plpgsql
--! include one_plan
as $$
begin
  select c.what_follows, c.withheld_ids,
         array(select e.reason ->> 'suppression' from unnest(c.withheld_evidence) with ordinality e(reason, no) order by e.no)
    into what_follows, withheld_ids, withheld_reasons
    from settle_and_mark_people(
      p_job => p_job, p_slice => p_slice, p_holder => p_holder, p_seconds => p_seconds, p_heeds_policy => false,
      settled_ids => settled_ids, settled_steps => settled_steps, settled_channels => settled_channels,
      settled_deliveries => settled_deliveries, settled_states => settled_states,
      settled_next_steps => settled_next_steps, settled_attempts => settled_attempts, settled_due => settled_due,
      settled_errors => settled_errors, settled_reasons => '{}', settled_evidence => '{}',
      released_ids => '{}', released_addresses => '{}', released_steps => '{}',
      -- Processes of the previous version pass no digests of e-mail addresses. Until the last of them is
      -- replaced, they write to erased people whose suppression is stored only as a digest.
      marked_ids => marked_ids, marked_addresses => marked_addresses, marked_digests => '{}',
      marked_steps => array(
        select r.step from unnest(marked_ids) with ordinality m(id, no)
          left join recipients r on r.job_id = p_job and r.slice = p_slice and r.record_id = m.id
         order by m.no),
      -- The previous version knows no clock but the database's.
      p_now => clock_timestamp()) c;
end $$;
