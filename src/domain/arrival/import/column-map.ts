import { DomainError, type ErrorItem, maxErrorItems } from '../../errors.ts'
import { columnName, withColumn } from '../../table/column/column-changes.ts'
import { columnTypeOf, type TypedColumn } from '../../table/column/column-type.ts'
import type { Column, DataTable } from '../../table/data-table.ts'
import { assertHeaderSize, columnNames, columnsFrom } from '../../table/header.ts'
import { TableSchema } from '../../table/table-schema.ts'
import { closestName } from '../../text/closest-name.ts'
import { sentence } from '../../text/sentence.ts'
import { reasonColumn } from './row-fault.ts'

/**
 * A person's decision about a column of an imported file. `from` is the name of the column in the header, or
 * its position there, counted from 1.
 */
export type ColumnChoice = { readonly from: string | number } & (
  | { readonly to: string }
  | { readonly ignore: true }
  | { readonly create: TypedColumn & { readonly name: string } }
)

/** The assignment of the columns of an imported file to the columns of the table. */
export interface ColumnMap {
  /**
   * For each column of the imported file in order, the table's column that it fills; null if the import leaves
   * the file's column out.
   */
  readonly targets: readonly (Column | null)[]
  /** The columns that the import adds after the present columns of the table. */
  readonly created: readonly Column[]
  /** The columns of the table that the imported file does not contain. */
  readonly missing: readonly string[]
}

/**
 * Maps the columns of a file to columns of the table. Without choices, the header must have the table's
 * columns and no others. It may lack some of them only if the table fills missing columns. The header gives a
 * table without columns its columns.
 */
export function mapColumns(
  header: readonly string[],
  table: DataTable,
  choices: readonly ColumnChoice[] | null,
): ColumnMap {
  const names = header.map((name) => name.normalize('NFC').trim())
  if (choices !== null) return chosen(names, table, choices)
  const isReason = (name: string) => name === reasonColumn && !has(table.columns, name)
  if (!names.some(isReason)) return asNamed(columnNames(header), table)
  const { targets, ...map } = asNamed(columnNames(names.filter((name) => !isReason(name))), table)
  const byName = new Map(targets.map((target) => [target?.name, target]))
  return { ...map, targets: names.map((name) => byName.get(name) ?? null) }
}

function asNamed(names: readonly string[], table: DataTable): ColumnMap {
  if (table.columns.length === 0) {
    const columns = columnsFrom(names)
    return { targets: columns, created: columns, missing: [] }
  }
  new TableSchema(table).assertHeaderFits(names)
  const known = new Map(table.columns.map((column) => [column.name, column]))
  return {
    targets: names.map((name) => known.get(name) ?? null),
    created: [],
    missing: table.columns.map(({ name }) => name).filter((name) => !names.includes(name)),
  }
}

function chosen(names: readonly string[], table: DataTable, choices: readonly ColumnChoice[]): ColumnMap {
  assertHeaderSize(names)
  const faults = new Faults()
  const byPlace = new Map<number, { readonly choice: ColumnChoice; readonly at: number }>()
  choices.forEach((choice, at) => {
    const place = placeOf(choice.from, names, at, faults)
    if (place === null) return
    if (byPlace.has(place))
      faults.add(at, 'from', 'DUPLICATE', 'names a column of the file that another entry names already')
    byPlace.set(place, { choice, at })
  })
  let columns = table.columns
  const taken = new Set<string>()
  const targets = names.map((name, place): Column | null => {
    const { choice = { from: name, to: name }, at = null } = byPlace.get(place) ?? {}
    if ('ignore' in choice || (at === null && name === reasonColumn && !has(columns, name))) return null
    if ('create' in choice) {
      const made = { name: columnName(choice.create.name), isMetadata: false, ...columnTypeOf(choice.create) }
      columns = withColumn(columns, made)
      taken.add(made.name)
      return made
    }
    const target = columns.find((column) => column.name === choice.to)
    if (target === undefined) {
      faults.unknown(at, name, place, choice.to, columns)
      return null
    }
    if (taken.has(target.name)) faults.twice(at, place, target.name)
    taken.add(target.name)
    return target
  })
  faults.throwAny()
  if (taken.size === 0) {
    const message = 'No column of the file is imported into the table; choose at least one'
    throw new DomainError('VALIDATION_FAILED', {
      message,
      errors: [{ pointer: '/columns', code: 'EMPTY', message }],
    })
  }
  return {
    targets,
    created: columns.slice(table.columns.length),
    missing: table.columns.map(({ name }) => name).filter((name) => !taken.has(name)),
  }
}

function placeOf(from: string | number, names: readonly string[], at: number, faults: Faults): number | null {
  if (typeof from === 'number') {
    if (from <= names.length) return from - 1
    faults.add(at, 'from', 'NOT_IN_FILE', `is higher than the number of columns in the file, ${names.length}`)
    return null
  }
  const name = from.normalize('NFC').trim()
  const place = names.indexOf(name)
  if (place === -1) faults.add(at, 'from', 'NOT_IN_FILE', 'is not a column of the file')
  else if (names.lastIndexOf(name) !== place)
    faults.add(
      at,
      'from',
      'DUPLICATE',
      'is the name of several columns of the file; name the column by its position, from 1',
    )
  return place === -1 ? null : place
}

class Faults {
  readonly #errors: ErrorItem[] = []

  add(at: number, field: string, code: string, message: string): void {
    this.#errors.push({ pointer: `/columns/${at}/${field}`, code, message })
  }

  unknown(at: number | null, name: string, place: number, to: string, columns: readonly Column[]): void {
    if (this.#errors.length >= maxErrorItems) return
    const suggestion = closestName(
      to,
      columns.map((column) => column.name),
    )
    const pointer = at === null ? `/header/${place}` : `/columns/${at}/to`
    const message =
      at === null
        ? `is column ${place + 1} of the file but not a column of the table; choose a column for it, create one, or ignore it`
        : 'is not a column of the table'
    this.#errors.push({
      pointer,
      code: 'UNKNOWN_COLUMN',
      column: at === null ? name : to,
      message,
      ...(suggestion === null ? {} : { suggestion }),
    })
  }

  twice(at: number | null, place: number, name: string): void {
    const pointer = at === null ? `/header/${place}` : `/columns/${at}/to`
    const message = 'already gets its values from another column of the file'
    this.#errors.push({ pointer, code: 'DUPLICATE', column: name, message })
  }

  throwAny(): void {
    const [first] = this.#errors
    if (first === undefined) return
    const { column, message: fault = '' } = first
    throw new DomainError('VALIDATION_FAILED', {
      message:
        column === undefined
          ? sentence('The columns of the file cannot be mapped: {fault}', { fault })
          : sentence('The columns of the file cannot be mapped: "{column}" {fault}', { column, fault }),
      errors: this.#errors.slice(0, maxErrorItems),
    })
  }
}

function has(columns: readonly Column[], name: string): boolean {
  return columns.some((column) => column.name === name)
}
