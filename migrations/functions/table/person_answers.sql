-- Returns which questions of conditions are answered with yes for which e-mail addresses: the index of the address and
-- the index of the question, from 0. The kinds of questions are `sent` (a spinner has written to the address since a
-- time), `hasReplied` (the person has replied since a time) and `isSuppressed`. A question without a spinner is about
-- all spinners of the organization. p_digests has the digests of the addresses; null for an address without one.
create or replace function person_answers(
  p_organization uuid, p_addresses text[], p_digests text[], p_kinds text[], p_spinners uuid[], p_since timestamptz[]
) returns table (address_no int, question_no int)
language plpgsql stable
--! include one_plan
as $$
begin
  return query
    select (a.no - 1)::int, (q.no - 1)::int
      from unnest(p_addresses, p_digests) with ordinality as a(address, digest, no)
     cross join unnest(p_kinds, p_spinners, p_since) with ordinality as q(kind, spinner_id, since, no)
     where case q.kind
             when 'sent' then exists (
               select from sent_emails c
                where c.organization_id = p_organization and c.address = a.address and c.at >= q.since
                  and (q.spinner_id is null or c.spinner_id = q.spinner_id))
             when 'hasReplied' then exists (
               select from sent_emails c
                where c.organization_id = p_organization and c.address = a.address and c.replied_at >= q.since
                  and (q.spinner_id is null or c.spinner_id = q.spinner_id))
             else exists (
                    select from suppressions s
                     where s.organization_id = p_organization and s.email in (a.address, domain_entry(a.address)))
               or exists (
                    select from digested_suppressions d
                     where d.organization_id = p_organization and d.digest = a.digest)
           end;
end $$;
