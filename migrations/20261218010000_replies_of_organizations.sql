-- Adds the settings of stored replies to organizations. Existing organizations store none; new ones choose.
-- `keep_replies_days` is the number of days after which stored replies are deleted; null keeps them for RETENTION_DAYS.
alter table organizations
  add column keep_replies boolean not null default false,
  add column keep_replies_days int;
