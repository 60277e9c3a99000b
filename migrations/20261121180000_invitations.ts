import type { Knex } from 'knex'

/** Links that invite an address: to an organization of its own, or into one that there is. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table account_links
      drop constraint account_links_purpose_check,
      add constraint account_links_purpose_check check (purpose in ('demo', 'invitation')),
      add email text,
      add organization_id uuid references organizations;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from account_links where purpose = 'invitation';
    alter table account_links
      drop email, drop organization_id,
      drop constraint account_links_purpose_check,
      add constraint account_links_purpose_check check (purpose in ('demo'));
  `)
}
