import type { Knex } from 'knex'

/** Links that do one thing, once, for the person who was given them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table account_links (
      digest text primary key,
      purpose text not null check (purpose in ('demo')),
      user_id uuid references users,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index on account_links (expires_at);
    create index on account_links (user_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table account_links')
}
