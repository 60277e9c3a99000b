import type { Arena } from '../support/arena.ts'

/**
 * Adds organizations like the demo's to the bench's database: each with a user, a project, a table, a
 * published spinner, an API key and this month's meters.
 */
export async function addOrganizations({ database, demo }: Arena, count: number): Promise<void> {
  await database.query(
    `with made as materialized (
       select gen_random_uuid() as organization, gen_random_uuid() as project, gen_random_uuid() as data_table,
              gen_random_uuid() as spinner
         from generate_series(1, $2::int)
     ), organizations_made as (
       insert into organizations (id, name, plan_id, created_at)
       select organization, 'Company ' || left(organization::text, 8), o.plan_id, now() from made, organizations o where o.id = $1
     ), accounts_made as (
       insert into accounts (id, email, password_hash, created_at)
       select organization, organization || '@example.com', repeat('x', 97), now() from made
     ), users_made as (
       insert into users (id, organization_id, account_id, name, role, created_at)
       select gen_random_uuid(), organization, organization, 'Ada', 'owner', now() from made
     ), projects_made as (
       insert into projects (id, organization_id, name, created_at) select project, organization, 'First project', now() from made
     ), keys_made as (
       insert into api_keys (id, organization_id, name, scopes, digest, prefix, last4, created_at)
       select gen_random_uuid(), organization, 'Key', '{ingest,trigger}', md5(organization::text) || md5(project::text), 'svc_1234', 'abcd', now()
         from made
     ), tables_made as (
       insert into data_tables (id, organization_id, project_id, name, columns, missing_columns, schema_version,
                                ingest_token_digest, ingest_token_ciphertext, created_at)
       select data_table, organization, project, 'Leads', t.columns, t.missing_columns, 1,
              md5(data_table::text) || md5(spinner::text), t.ingest_token_ciphertext, now()
         from made, data_tables t where t.id = $3
     ), spinners_made as (
       insert into spinners (id, organization_id, project_id, data_table_id, name, audience, steps, latest_version,
                             published_version, created_at)
       select spinner, organization, project, data_table, s.name, s.audience, s.steps, 1, 1, now()
         from made, spinners s where s.id = $4
     ), versions_made as (
       insert into spinner_versions (spinner_id, version, audience, steps, metadata_columns, is_plain,
                                     steps_before_messages, wait_seconds_after_steps)
       select spinner, 1, v.audience, v.steps, v.metadata_columns, v.is_plain, v.steps_before_messages,
              v.wait_seconds_after_steps
         from made, spinner_versions v where v.spinner_id = $4
     )
     insert into meters (organization_id, meter, period, used)
     select organization, meter, to_char(now(), 'YYYY-MM'), 1 from made, unnest('{records,jobs}'::text[]) meter`,
    [demo.organizationId, count, demo.dataTableId, demo.spinnerId],
  )
}
