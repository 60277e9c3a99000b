import { readFile } from 'node:fs/promises'
import type { PreparedDatabase } from '../../run/database/prepared-database.ts'

const folder = new URL('../../../../migrations/functions/', import.meta.url)

/**
 * Changes an SQL function of the service during some work, such as `plan/spend_meter`. Replaces the first text of each
 * change by the second wherever it occurs in the file of the function.
 */
export async function withChangedFunction(
  { upkeep }: PreparedDatabase,
  name: string,
  changes: readonly (readonly [before: string, after: string])[],
  work: () => Promise<void>,
): Promise<void> {
  const text = await readFile(new URL(`${name}.sql`, folder), 'utf8')
  let changed = text
  for (const [before, after] of changes) {
    if (!text.includes(before)) throw new Error(`The function ${name} does not contain "${before}"`)
    changed = changed.replaceAll(before, after)
  }
  await upkeep.query(changed)
  try {
    await work()
  } finally {
    await upkeep.query(text)
  }
}
