import type pg from 'pg'
import { renormalizeAddresses } from './renormalize-addresses.ts'

/** The steps that rewrite stored data after a migration, by the name under which a finished step is noted. */
const steps: Readonly<Record<string, (connection: pg.Client) => Promise<string[]>>> = {
  '20261121170000_renormalize_addresses': renormalizeAddresses,
}

/**
 * Runs the steps that rewrite stored data and were not done yet, each in one transaction. Returns messages
 * for the operator.
 */
export async function runDataSteps(connection: pg.Client): Promise<string[]> {
  const told: string[] = []
  for (const [name, step] of Object.entries(steps)) {
    await connection.query('begin')
    try {
      const { rowCount } = await connection.query(
        'insert into data_steps (name) values ($1) on conflict do nothing',
        [name],
      )
      if (rowCount === 1) told.push(...(await step(connection)))
      await connection.query('commit')
    } catch (error) {
      await connection.query('rollback')
      throw error
    }
  }
  return told
}
