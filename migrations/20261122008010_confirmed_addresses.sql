-- When a person has shown that their address is theirs: by a mailed link, an identity that the provider vouches for, or
-- the operator's word. Null for everybody else; a first sign-in by OpenID Connect does not open the account then.
alter table users add column address_confirmed_at timestamptz;
update users u set address_confirmed_at = now()
 where exists (select from open_id_identities i where i.user_id = u.id)
    or exists (select from confirmations c where c.user_id = u.id and c.confirmed_at is not null)
    or exists (select from password_resets r where r.user_id = u.id and r.used_at is not null)
    or exists (
      select from audit_events a
       where a.organization_id = u.organization_id and a.action in ('password.reset', 'account.linked', 'member.created')
         and a.subject->>'id' = u.id::text);
-- Whether somebody who comes back from the provider asked for an organization of their own.
alter table open_id_states add column own_organization boolean not null default false;
