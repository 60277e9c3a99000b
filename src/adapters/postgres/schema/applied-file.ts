import type { RowOf } from './columns.ts'
import type { Release, SchemaFile } from './release.ts'
import { type BaselineStanding, baselineStanding } from './replaced-files.ts'

/** A row of schema_files: a file of migrations/ as it was when it was applied to this database. */
export interface AppliedFile {
  readonly name: RowOf<'schema_files'>['path']
  /**
   * The checksum of the applied migration file; null for a function whose file is gone, and which a later
   * version drops.
   */
  readonly checksum: RowOf<'schema_files'>['checksum']
  /** The version of Spindle that applied the migration file, or that found it gone. */
  readonly version: RowOf<'schema_files'>['version']
}

export const findAppliedFiles = 'select path as name, checksum, version from schema_files'

export const noteAppliedFile = `
  insert into schema_files (path, checksum, version) values ($1, $2, $3)
  on conflict (path) do update set checksum = excluded.checksum, version = excluded.version, applied_at = now()`

/**
 * Inserts a note about an earlier signature of an SQL function, so that a later version drops it like a
 * function whose file is gone. Keeps an existing note.
 */
export const noteFormerSignature =
  'insert into schema_files (path, checksum, version) values ($1, null, $2) on conflict (path) do nothing'

/** The differences between the schema of a database and the migration files of a version of Spindle. */
export interface SchemaComparison {
  /**
   * The later version of Spindle that has changed or extended the schema known to this version; null if there
   * is none.
   */
  readonly newer: string | null
  /** Whether the database has the baseline, or the files that the baseline replaces. */
  readonly baseline: BaselineStanding
  /** Dated migration files that were edited after they were applied. */
  readonly edited: readonly SchemaFile[]
  /** Names of dated migration files that were applied to the database, and that this version lacks. */
  readonly unknown: readonly string[]
  /** Dated migration files whose changes the database lacks. */
  readonly pending: readonly SchemaFile[]
  /** Pending migration files with an earlier date than a file that was already applied. */
  readonly tooEarly: readonly SchemaFile[]
  /** The name of the last dated migration file that was applied; empty if none was. */
  readonly latest: string
  readonly changedFunctions: readonly SchemaFile[]
  /**
   * Names of SQL functions that this version no longer has, and whose removal is not noted in the
   * database yet. Processes of the previous version may call them.
   */
  readonly goneFunctions: readonly string[]
  /**
   * Names of SQL functions whose file was already gone in an earlier version. No process that may still run
   * calls them, so they can be dropped.
   */
  readonly retiredFunctions: readonly string[]
}

export function compareSchema(
  { version, dated, functions, replaced }: Release,
  applied: readonly AppliedFile[],
): SchemaComparison {
  const before = new Map(applied.map((file) => [file.name, file]))
  const known = new Map([...dated, ...functions].map((file) => [file.name, file]))
  const differs = ({ name, checksum }: AppliedFile) => checksum !== (known.get(name)?.checksum ?? null)
  const later = applied.filter((file) => differs(file) && isLater(file.version, version))
  const first = dated[0]?.name
  const baseline = baselineStanding(replaced, first, before)
  const lacks = ({ name }: SchemaFile) => !before.has(name) && !(baseline === 'replaceable' && name === first)
  const pending = dated.filter(lacks)
  const latest =
    [...before.keys()]
      .filter((name) => !isFunction(name))
      .toSorted()
      .at(-1) ?? ''
  const gone = applied.filter(({ name, checksum }) => checksum !== null && !known.has(name))
  return {
    newer:
      later
        .map((file) => file.version)
        .toSorted(byVersion)
        .at(-1) ?? null,
    baseline,
    edited: dated.filter(({ name, checksum }) => before.has(name) && before.get(name)?.checksum !== checksum),
    unknown: gone
      .map(({ name }) => name)
      .filter((name) => !isFunction(name) && (baseline === 'outdated' || name > (first ?? ''))),
    pending,
    tooEarly: pending.filter(({ name }) => name < latest),
    latest,
    changedFunctions: functions.filter(({ name, checksum }) => before.get(name)?.checksum !== checksum),
    goneFunctions: gone.map(({ name }) => name).filter(isFunction),
    retiredFunctions: applied
      .filter((file) => file.checksum === null && !known.has(file.name) && isLater(version, file.version))
      .map(({ name }) => name),
  }
}

/**
 * Returns whether processes of this version can work on the database: the schema has all that they need, in
 * this version or a newer one.
 */
export function isUsable({ newer, edited, pending, changedFunctions }: SchemaComparison): boolean {
  return edited.length + pending.length === 0 && (newer !== null || changedFunctions.length === 0)
}

export function isFunction(name: string): boolean {
  return name.startsWith('functions/')
}

function isLater(a: string, b: string): boolean {
  return byVersion(a, b) > 0
}

/** Compares versions numerically: 0.10.0 comes after 0.9.0. */
const { compare: byVersion } = new Intl.Collator('en', { numeric: true })
