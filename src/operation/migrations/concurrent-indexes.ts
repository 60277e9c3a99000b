import type { Knex } from 'knex'
import { MigrationRefused } from './migration-refused.ts'

/**
 * The first line of a dated migration file that builds indexes while processes run; such a file cannot run in
 * a transaction.
 */
const outsideTransaction = '--! outside a transaction'

const createIndex = /^create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s+on\s/i
const dropIndex = /^drop\s+index\s+concurrently\s+if\s+exists\s+\w+$/i

export function isOutsideTransaction(text: string): boolean {
  return text.startsWith(`${outsideTransaction}\n`)
}

/**
 * Applies a migration file outside of a transaction. Allows only statements that may be repeated: the process
 * can end after any of them, and nothing is rolled back. An unfinished index only slows down writes, so it is
 * built again.
 */
export async function applyOutsideTransaction(knex: Knex, file: string, text: string): Promise<void> {
  const statements = statementsOf(text)
  for (const statement of statements) {
    if (createIndex.test(statement) || dropIndex.test(statement)) continue
    throw new MigrationRefused(
      `${file} runs outside a transaction, so it may only create an index concurrently, by its name, or drop one ` +
        `concurrently if it exists. This statement does neither: ${statement}`,
    )
  }
  for (const statement of statements) {
    const [, index] = createIndex.exec(statement) ?? []
    if (index === undefined) await knex.raw(statement)
    else await build(knex, index, statement)
  }
}

async function build(knex: Knex, index: string, statement: string): Promise<void> {
  const status = await stateOf(knex, index)
  // Skips an index that is valid already. An earlier run built it and ended before it could note the
  // migration file.
  if (status === 'valid') return
  if (status === 'unfinished') await drop(knex, index)
  try {
    await knex.raw(statement)
  } catch (error) {
    // Drops the index whose build failed, because an unfinished unique index may refuse rows. If dropping
    // fails too, the next run drops it.
    await dropAtOnce(knex, index).catch(() => {})
    throw error
  }
}

/**
 * Drops an unfinished index, or gives up after waiting 1 s for its lock, because the transaction that blocked
 * the build may also block the drop.
 */
async function dropAtOnce(knex: Knex, index: string): Promise<void> {
  await knex.raw('set lock_timeout = 1000')
  await drop(knex, index)
}

async function drop(knex: Knex, index: string): Promise<void> {
  await knex.raw(`drop index concurrently if exists ${index}`)
}

async function stateOf(knex: Knex, index: string): Promise<'valid' | 'unfinished' | null> {
  const { rows } = await knex.raw<{ rows: { valid: boolean }[] }>(
    'select indisvalid and indisready as valid from pg_index where indexrelid = to_regclass(?)',
    [index],
  )
  if (rows[0] === undefined) return null
  return rows[0].valid ? 'valid' : 'unfinished'
}

function statementsOf(text: string): string[] {
  return text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
