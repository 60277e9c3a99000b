-- The number of refusals that a report told, and digests of the domains of the recipients in these reports.
alter table sender_health
  add column refusal_reports integer not null default 0,
  add column refused_domains bigint[] not null default '{}';
