import type { Release, SchemaFile } from './release.ts'

/**
 * The migration with which every database begins since version 0.2. Its date is later than the clock was when
 * it was written.
 */
export const baseline = '20261121160000_baseline'

/** A row of schema_files: a file of migrations/ as it was when it was applied to this database. */
export interface AppliedFile {
  readonly name: string
  /** The checksum of the file; null for a function whose file is gone, and which a later version drops. */
  readonly checksum: string | null
  /** The version of the service that applied it, or found it gone. */
  readonly version: string
}

export const findAppliedFiles = 'select path as name, checksum, version from schema_files'

export const noteAppliedFile = `
  insert into schema_files (path, checksum, version) values ($1, $2, $3)
  on conflict (path) do update set checksum = excluded.checksum, version = excluded.version, applied_at = now()`

/**
 * Notes an earlier signature of a function, which is dropped like a function whose file is gone; keeps an
 * existing note.
 */
export const noteFormerSignature =
  'insert into schema_files (path, checksum, version) values ($1, null, $2) on conflict (path) do nothing'

/** The state of a database compared with a release. */
export interface SchemaComparison {
  /** The later version that has changed what this release knows, or has added to it; null when there is none. */
  readonly newer: string | null
  /** Dated files that were applied and have been edited since. */
  readonly edited: readonly SchemaFile[]
  /** Names of dated files that were applied, and that the release lacks. */
  readonly unknown: readonly string[]
  readonly pending: readonly SchemaFile[]
  /** Pending files that should have come before one that was applied. */
  readonly tooEarly: readonly SchemaFile[]
  /** The name of the last dated file that was applied; the baseline where there is none. */
  readonly latest: string
  readonly changedFunctions: readonly SchemaFile[]
  /**
   * Names of functions whose file is gone, which is not noted yet; processes of the previous version may call
   * them.
   */
  readonly goneFunctions: readonly string[]
  /**
   * Names of functions whose file was gone in an earlier version already: no process that may run calls them.
   */
  readonly retiredFunctions: readonly string[]
}

export function compareSchema(
  { version, dated, functions }: Release,
  applied: readonly AppliedFile[],
): SchemaComparison {
  const before = new Map(applied.map((file) => [file.name, file]))
  const known = new Map([...dated, ...functions].map((file) => [file.name, file]))
  const differs = ({ name, checksum }: AppliedFile) => checksum !== (known.get(name)?.checksum ?? null)
  const later = applied.filter((file) => differs(file) && isLater(file.version, version))
  const pending = dated.filter(({ name }) => !before.has(name))
  const latest =
    [...before.keys()]
      .filter((name) => !isFunction(name))
      .toSorted()
      .at(-1) ?? baseline
  const gone = applied.filter(({ name, checksum }) => checksum !== null && !known.has(name))
  return {
    newer:
      later
        .map((file) => file.version)
        .toSorted(byVersion)
        .at(-1) ?? null,
    edited: dated.filter(({ name, checksum }) => before.has(name) && before.get(name)?.checksum !== checksum),
    unknown: gone.map(({ name }) => name).filter((name) => !isFunction(name)),
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
 * Returns whether processes of the release can work on the database: all that it needs is there, in its own
 * version or a newer one.
 */
export function suffices({ newer, edited, pending, changedFunctions }: SchemaComparison): boolean {
  return edited.length + pending.length === 0 && (newer !== null || changedFunctions.length === 0)
}

function isFunction(name: string): boolean {
  return name.startsWith('functions/')
}

function isLater(a: string, b: string): boolean {
  return byVersion(a, b) > 0
}

/** Compares versions numerically: 0.10.0 comes after 0.9.0. */
const { compare: byVersion } = new Intl.Collator('en', { numeric: true })
