import type { Knex } from 'knex'

/** What real channels need: whom not to write to, what webhooks are signed with, jobs that retry others. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table suppressions (
      id uuid primary key,
      organization_id uuid not null references organizations,
      email text not null,
      reason text not null check (reason in ('unsubscribed', 'bounced', 'added')),
      created_at timestamptz not null,
      unique (organization_id, email)
    );

    create table webhook_secrets (
      organization_id uuid primary key references organizations,
      ciphertext text not null,
      -- For a day after a rotation receivers may still know the one before.
      previous_ciphertext text,
      rotated_at timestamptz
    );

    -- A job's failed recipients are run again once, or two who click at once would write to them twice.
    alter table jobs add retry_of uuid;
    create unique index jobs_retry_of on jobs (retry_of) where retry_of is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table jobs drop retry_of; drop table webhook_secrets, suppressions;')
}
