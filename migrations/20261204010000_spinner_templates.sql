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
