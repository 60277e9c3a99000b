import type pg from 'pg'
import { sqlState } from '../../adapters/postgres/faults.ts'
import {
  noteAppliedFile,
  noteFormerSignature,
  type SchemaComparison,
} from '../../adapters/postgres/schema/applied-file.ts'
import type { Release, SchemaFile } from '../../adapters/postgres/schema/release.ts'
import { MigrationRefused } from './migration-refused.ts'

const invalidFunctionDefinition = '42P13'
const syntaxError = '42601'
/**
 * Matches the SQLSTATEs with which PostgreSQL refuses an SQL function for its text: syntax errors, and names
 * of tables, columns or types that do not exist.
 */
const faultOfFile = /^42/

/**
 * Tries the changed functions before the first dated file is applied, and rolls all of it back, so that a
 * function that is refused leaves the database as it was. The dated files are not tried along: that would
 * take their locks twice, and some cannot be rolled back. So an error that a pending dated file may cure is
 * left to `applyFunctions`.
 */
export async function tryFunctions(
  client: pg.Client,
  { changedFunctions, pending }: Pick<SchemaComparison, 'changedFunctions' | 'pending'>,
): Promise<void> {
  if (changedFunctions.length === 0) return
  const dropsFunctions = pending.some(({ text }) => /\bdrop function\b/i.test(text))
  await client.query('begin')
  try {
    // Turns off PostgreSQL's check of function bodies, because a function may name tables that a pending
    // migration file creates.
    await client.query('set local check_function_bodies = off')
    for (const file of changedFunctions) {
      await client.query('savepoint before_file')
      try {
        await replace(client, file)
      } catch (error) {
        if (!mayWaitForDated(error, dropsFunctions)) throw error
        await client.query('rollback to savepoint before_file')
      }
    }
  } finally {
    await client.query('rollback')
  }
}

export async function applyFunctions(
  client: pg.Client,
  { changedFunctions, goneFunctions, retiredFunctions }: SchemaComparison,
  { version }: Release,
): Promise<void> {
  if (changedFunctions.length + goneFunctions.length + retiredFunctions.length === 0) return
  await client.query('begin')
  try {
    for (const file of changedFunctions) {
      const { present, former } = await replace(client, file)
      await client.query(noteAppliedFile, [file.name, file.checksum, version])
      await client.query('delete from schema_files where path = any($1)', [present.map(noteOf)])
      for (const signature of former) await client.query(noteFormerSignature, [noteOf(signature), version])
    }
    for (const name of goneFunctions) await client.query(noteAppliedFile, [name, null, version])
    for (const name of retiredFunctions) {
      for (const { signature } of await functionsOf(client, name))
        await client.query(`drop function ${signature}`)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * The signatures (names with parameter types) of an SQL function after its file was applied, as PostgreSQL
 * writes them.
 */
interface Replaced {
  /** The signatures of the function that the file created or replaced. */
  readonly present: readonly string[]
  /**
   * Signatures of the function from earlier versions of the file, with other parameters. Processes of the
   * previous version still call them.
   */
  readonly former: readonly string[]
}

/**
 * Applies the file of an SQL function. Processes of the previous version continue to call the function while
 * this version is rolled out. So a function with other parameters is created beside the old one, and the
 * result never changes for the same parameters. A parameter that is added has no default, so that no call
 * fits both functions.
 */
async function replace(client: pg.Client, { name, place, text }: SchemaFile): Promise<Replaced> {
  const before = await functionsOf(client, name)
  try {
    await client.query(text)
  } catch (error) {
    const status = sqlState(error)
    const { message } = error as Error
    if (before.length > 0 && status === invalidFunctionDefinition)
      throw anotherFunction(place, message, error)
    if (!faultOfFile.test(status)) throw error
    throw new MigrationRefused(`migrations/${place} cannot be applied: ${message}`, { cause: error })
  }
  const after = await functionsOf(client, name)
  const isFormer = (one: StoredFunction) => before.some(({ row }) => row === one.row)
  const former = after.filter(isFormer)
  if (former.length > 0 && after.some(({ defaults }) => defaults > 0))
    throw anotherFunction(place, after.map(({ signature }) => signature).join(' and '))
  return {
    present: after.filter((one) => !isFormer(one)).map(({ signature }) => signature),
    former: former.map(({ signature }) => signature),
  }
}

/**
 * Returns whether a function was refused for a reason that a pending migration file may remove: a missing table, column
 * or type that the file creates, or a former function that the file drops.
 */
function mayWaitForDated(error: unknown, dropsFunctions: boolean): boolean {
  if (!(error instanceof MigrationRefused) || error.cause === undefined) return false
  const status = sqlState(error.cause)
  return status === invalidFunctionDefinition ? dropsFunctions : status !== syntaxError
}

function anotherFunction(place: string, why: string, cause?: unknown): MigrationRefused {
  return new MigrationRefused(
    `migrations/${place} returns another type than before, or its calls also match the former function (${why}). ` +
      'Give the file and the function a new name, or add a parameter without a default. ' +
      'Processes of the former version still call the old function, which the database keeps for one version.',
    { cause },
  )
}

/** Returns the name under which schema_files notes an earlier signature, beside the names of files. */
function noteOf(signature: string): string {
  return `functions/${signature}`
}

interface StoredFunction {
  readonly signature: string
  /**
   * The identity of the function's row in pg_proc, which changes whenever PostgreSQL rewrites the function.
   */
  readonly row: string
  /** The number of the function's parameters that a call may leave out because they have defaults. */
  readonly defaults: number
}

/**
 * Returns the stored SQL functions with this name, whatever their parameters. If `name` is a signature,
 * returns only that function.
 */
async function functionsOf(client: pg.Client, name: string): Promise<readonly StoredFunction[]> {
  const { rows } = await client.query<StoredFunction>(
    `select oid::regprocedure::text as signature, oid || ' ' || xmin::text as "row", pronargdefaults as defaults
       from pg_proc
      where pronamespace = current_schema()::regnamespace and $1::text in (proname::text, oid::regprocedure::text)
      order by oid`,
    [name.replace('functions/', '')],
  )
  return rows
}
