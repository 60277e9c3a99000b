import type pg from 'pg'
import { sqlState } from '../faults.ts'
import { noteAppliedFile, type Standing } from './applied-file.ts'
import { MigrationRefused } from './migration-refused.ts'
import type { Release, SchemaFile } from './release.ts'

const invalidFunctionDefinition = '42P13'
const syntaxError = '42601'
/** Syntax errors, and names of tables, columns or types that are not there. */
const faultOfFile = /^42/

/**
 * Tries the changed functions before the first dated file is applied, and takes all of it back, so that one that is
 * refused leaves the database as it was. The dated files are not tried along: that would hold their locks twice, and
 * some cannot be taken back. So what fails because one of them is pending is left for `applyFunctions` to judge.
 */
export async function tryFunctions(client: pg.Client, { changedFunctions }: Standing): Promise<void> {
  if (changedFunctions.length === 0) return
  await client.query('begin')
  try {
    // Bodies name tables that may be pending.
    await client.query('set local check_function_bodies = off')
    for (const file of changedFunctions) {
      await client.query('savepoint before_file')
      try {
        await replace(client, file)
      } catch (error) {
        if (!mayWaitForDated(error)) throw error
        await client.query('rollback to savepoint before_file')
      }
    }
  } finally {
    await client.query('rollback')
  }
}

export async function applyFunctions(
  client: pg.Client,
  { changedFunctions, goneFunctions, retiredFunctions }: Standing,
  { version }: Release,
): Promise<void> {
  if (changedFunctions.length + goneFunctions.length + retiredFunctions.length === 0) return
  await client.query('begin')
  try {
    for (const file of changedFunctions) {
      await replace(client, file)
      await client.query(noteAppliedFile, [file.name, file.checksum, version])
    }
    for (const name of goneFunctions) await client.query(noteAppliedFile, [name, null, version])
    for (const name of retiredFunctions) {
      for (const signature of await signaturesOf(client, name))
        await client.query(`drop function ${signature}`)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Processes of the former version go on calling a function while this one is rolled out, so what it takes and what it
 * answers never change under its name.
 */
async function replace(client: pg.Client, { name, text }: SchemaFile): Promise<void> {
  const [before] = await signaturesOf(client, name)
  try {
    await client.query(text)
  } catch (error) {
    const state = sqlState(error)
    const { message } = error as Error
    if (before !== undefined && state === invalidFunctionDefinition) throw anotherFunction(name, message)
    if (!faultOfFile.test(state)) throw error
    throw new MigrationRefused(`migrations/${name}.sql cannot be applied: ${message}`, { cause: error })
  }
  const signatures = await signaturesOf(client, name)
  if (signatures.length > 1) throw anotherFunction(name, signatures.join(' and '))
}

/** Whether a dated file that is yet to be applied may bring what was missing. */
function mayWaitForDated(error: unknown): boolean {
  return (
    error instanceof MigrationRefused && error.cause !== undefined && sqlState(error.cause) !== syntaxError
  )
}

function anotherFunction(name: string, why: string): MigrationRefused {
  return new MigrationRefused(
    `migrations/${name}.sql takes or answers something else than before (${why}). Put it into a file with a new name: ` +
      'processes of the former version still call the old one, which the database keeps for one version.',
  )
}

async function signaturesOf(client: pg.Client, name: string): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
      where pronamespace = current_schema()::regnamespace and proname = $1`,
    [name.replace('functions/', '')],
  )
  return rows.map(({ signature }) => signature)
}
