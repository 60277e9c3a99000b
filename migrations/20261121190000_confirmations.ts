import type { Knex } from 'knex'

/**
 * Organizations that strangers have created and that send nothing before their owner's address is confirmed,
 * and little on the day after. One without a row is free to send: those that there are stay what they are.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table confirmations (
      organization_id uuid primary key references organizations,
      user_id uuid not null references users,
      confirmed_at timestamptz,
      messages int not null default 0
    );
    alter table account_links
      drop constraint account_links_purpose_check,
      add constraint account_links_purpose_check check (purpose in ('demo', 'invitation', 'confirmation'));
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from account_links where purpose = 'confirmation';
    alter table account_links
      drop constraint account_links_purpose_check,
      add constraint account_links_purpose_check check (purpose in ('demo', 'invitation'));
    drop table confirmations;
  `)
}
