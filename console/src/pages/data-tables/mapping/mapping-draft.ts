import type {
  DataTable,
  FieldSource,
  Mapping,
  MappingField,
  MappingProposal,
  ProposedColumn,
  Transform,
  UnmappedField,
} from '../../../api/schema.ts'
import { type Path, pathKey, pathText } from '../../../components/arrival/path-text.ts'

/**
 * A column of an edited mapping, with the paths or fixed values (sources) that fill it. Without sources, the
 * column stays empty.
 */
export interface DraftRow {
  /**
   * A key that identifies the row of the mapping on the screen. It does not change when the row's column is
   * renamed.
   */
  readonly key: string
  readonly column: string
  /** Whether saving the mapping adds this column to the table. */
  readonly isNew: boolean
  readonly from: readonly FieldSource[]
  readonly transform: readonly Transform[]
  /** The service's proposal for this column; null if there is none or the user has chosen the source. */
  readonly guess: Pick<ProposedColumn, 'confidence' | 'isClear' | 'samples'> | null
  /** The reason why the service proposes no value although the bodies have values of the column's kind; null for none. */
  readonly refusal: ProposedColumn['refusal']
}

export interface MappingDraft {
  readonly name: string
  readonly action: Mapping['action']
  readonly rows: readonly DraftRow[]
}

/** A place in the sample body that the user can pick as a source, with a few of its values. */
export interface Candidate {
  readonly path: Path
  /** The question under which a form sent the values; null if they have none beside their path. */
  readonly question: string | null
  readonly samples: ProposedColumn['samples']
}

/** Returns the edited form of a mapping or of a proposal, with a row for each column of the table. */
export function draftOf(
  table: DataTable,
  mapping: Mapping,
  proposed: readonly ProposedColumn[],
): MappingDraft {
  const rowOf = (column: string, isNew: boolean): DraftRow => {
    const field = mapping.fields.find((mappingField) => mappingField.column === column)
    const guess =
      proposed.find((proposedColumn) => proposedColumn.column === column && proposedColumn.path !== null) ??
      null
    return {
      key: column,
      column,
      isNew,
      from: field?.from ?? [],
      transform: field?.transform ?? [],
      guess: field === undefined ? null : guess,
      refusal: proposed.find((proposedColumn) => proposedColumn.column === column)?.refusal ?? null,
    }
  }
  const names = table.columns.map(({ name }) => name)
  const added = mapping.fields.map(({ column }) => column).filter((column) => !names.includes(column))
  return {
    name: mapping.name,
    action: mapping.action,
    rows: [...names.map((name) => rowOf(name, false)), ...added.map((name) => rowOf(name, true))],
  }
}

export function mappingOf({ name, action, rows }: MappingDraft, before: Mapping): Mapping {
  const { match, root, deliveryId, versionTime } = before
  const fields: MappingField[] = rows
    .filter(({ from, column }) => from.length > 0 && column.trim() !== '')
    .map(({ column, from, transform }) => ({
      column: column.trim(),
      from: [...from],
      transform: [...transform],
    }))
  return { name: name.trim(), action, match, root, deliveryId, versionTime, fields }
}

export function newColumnsOf({ rows }: MappingDraft): readonly string[] {
  return rows.filter(({ isNew, from }) => isNew && from.length > 0).map(({ column }) => column.trim())
}

/**
 * Returns all paths in the sample body, with sample values, that the user can pick as the source of a column.
 */
export function candidatesOf(
  mapping: Mapping,
  proposal: MappingProposal | null,
): ReadonlyMap<string, Candidate> {
  const found = new Map<string, Candidate>()
  const add = (path: Path, samples: Candidate['samples'], label: string | null = null) => {
    if (!found.has(pathKey(path)))
      found.set(pathKey(path), { path, question: questionOf(path, label), samples })
  }
  // Ignores the paths of a proposal with another root. Paths begin at the record, so they would lead to other
  // values.
  if (proposal !== null && pathKey(proposal.mapping.root) === pathKey(mapping.root)) {
    for (const { column, path, samples, label } of proposal.columns) {
      const field = proposal.mapping.fields.find((mappingField) => mappingField.column === column)
      // Leaves out the sample values of a source that joins several places, because they do not fit the
      // single places.
      const parts = field?.from.flatMap(pathsInTemplate) ?? []
      for (const part of parts) add(part, [])
      if (path !== null && parts.length === 0) add(path, samples, label)
    }
    for (const { path, samples, name } of proposal.unmapped) add(path, samples, name)
  }
  for (const { from } of mapping.fields)
    for (const source of from) if (source.path !== undefined && source.of !== 'body') add(source.path, [])
  return found
}

/** Returns the question of a value from its label; null if the label only repeats the last key of the path. */
export function questionOf(path: Path, label: string | null): string | null {
  const keys = path.filter((segment) => typeof segment === 'string')
  return label === null || label === '' || keys.includes(label) ? null : label
}

function pathsInTemplate({ template }: FieldSource): readonly Path[] {
  if (template === undefined) return []
  if (typeof template === 'string')
    return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, key = '']) => [key])
  return template.flatMap((part) => (typeof part === 'string' ? [] : [part.path]))
}

/** Returns the values of the sample body that fill no column of the edited mapping. */
export function leftOverOf(
  draft: MappingDraft,
  unmapped: readonly UnmappedField[],
): readonly UnmappedField[] {
  const used = new Set(
    draft.rows.flatMap(({ from }) => from.flatMap(({ path }) => (path === undefined ? [] : [pathKey(path)]))),
  )
  return unmapped.filter(({ path }) => !used.has(pathKey(path)))
}

/**
 * Returns true if two rows of the mapping have the same column name, because they would become one column.
 */
export function hasRepeatedColumn({ rows }: MappingDraft): boolean {
  const names = rows.map(({ column }) => column.trim())
  return new Set(names).size < names.length
}

/**
 * Returns the columns of an edited mapping that have no source, so that records would be held: all of them if the table
 * refuses records with missing columns, otherwise those for which the sample body has an address or a key.
 */
export function lackingIn(
  { rows, action }: MappingDraft,
  { missingColumns }: DataTable,
  proposal: MappingProposal | null,
): readonly string[] {
  if (action === 'patch' || action === 'ignore') return []
  const leftOut = new Set(
    (proposal?.reasons ?? []).flatMap(({ code, column }) => (code === 'IDENTITY_UNMAPPED' ? [column] : [])),
  )
  return rows
    .filter(({ from, column }) => from.length === 0 && (missingColumns === 'reject' || leftOut.has(column)))
    .map(({ column }) => column)
}

/** Returns the row of a new column, filled from a value of the sample body that no column takes yet. */
export function newRowOf({ path, name }: UnmappedField): DraftRow {
  return {
    key: `new ${pathText(path)}`,
    column: name,
    isNew: true,
    from: [{ path: [...path] }],
    transform: [],
    guess: null,
    refusal: null,
  }
}
