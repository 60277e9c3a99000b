/** The views of the baseline; version 0.3.0 has none. */
export const addedViews: readonly string[] = ['projects', 'data_tables', 'spinners']

/** The tables of the baseline that version 0.3.0 lacks and that replace none of its tables. */
export const addedTables: readonly string[] = [
  'accounts',
  'api_key_refusals',
  'second_factors',
  'passkeys',
  'email_domains',
  'sign_in_providers',
  'member_identities',
  'removed_members',
  'event_interests',
  'new_events',
  'event_streams',
  'events',
  'destinations',
  'destination_retries',
  'destination_replays',
  'destination_attempts',
  'bin_entries',
  'deleted_records',
]

/** Returns the statements of a migration file that create some tables with their indexes, and views. */
export function createStatements(file: string, tables: readonly string[]): string {
  const statements = file
    .replaceAll(/^ *--.*\n/gm, '')
    .matchAll(/^create (?:table|view|(?:unique )?index)[^;]*;/gm)
  return [...statements]
    .map(([statement]) => statement)
    .filter((statement) => tables.includes(tableOf(statement)))
    .join('\n')
}

function tableOf(statement: string): string {
  return /^create (?:table|view|.* on) (\w+)/.exec(statement)?.[1] ?? ''
}
