-- The footer that e-mail steps with `addsFooter` add to their messages. The words of `unsubscribe_line` in square
-- brackets become the unsubscribe link.
alter table organizations
  add column unsubscribe_line text not null default 'If you do not want more of these e-mails, [unsubscribe].',
  add column postal_address text;

-- The HTML of a sender's signature; null if the HTML of messages shows the plain text of `signature`.
alter table senders add column signature_html text;

-- Templates: stored drafts of spinners, or of one e-mail, from which an organization makes others. `columns` are the
-- columns of a data table that the draft uses. `settings` is null for an e-mail.
create table spinner_templates (
  id uuid primary key,
  organization_id uuid not null references organizations,
  kind text not null check (kind in ('spinner', 'email')),
  name text not null,
  description text not null,
  columns text[] not null,
  step_count int not null,
  settings jsonb,
  steps jsonb not null,
  created_at timestamptz not null,
  revision int not null default 1,
  check ((kind = 'email') = (settings is null))
);
create index spinner_templates_of_organization on spinner_templates (organization_id, id);

-- `time_zone` is the time zone of the browser that began the sign-in, for an organization that the sign-in creates.
alter table open_id_states add column time_zone text;
