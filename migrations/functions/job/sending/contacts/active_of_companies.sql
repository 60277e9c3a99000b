-- Returns the active people of some companies (people who were written to and whose job has steps left for
-- them), by e-mail domain: up to p_most people of each company, counted as `contact_verdict` counts them.
create or replace function active_of_companies(p_organization uuid, p_domains text[], p_most int)
returns table (domain text, addresses text[])
language plpgsql stable
--! include one_plan
as $$
begin
  return query
    select d.domain, array(
             select distinct c.address from sent_emails c
              where c.organization_id = p_organization and c.active_domain = d.domain and is_active_contact(p_contact => c)
              limit p_most)
      from unnest(p_domains) d(domain);
end $$;
