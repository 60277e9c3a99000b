import type { ColumnTypes } from './column-types.ts'
import type { Tables } from './tables.ts'

export type TableName = keyof Tables

/**
 * The row of a table by column, as the pg driver returns it. The names and types come from the schema, and
 * the types that the schema cannot express from `ColumnTypes`.
 */
export type RowOf<Table extends TableName> = {
  readonly [Name in keyof Tables[Table]]: Table extends keyof ColumnTypes
    ? Name extends keyof ColumnTypes[Table]
      ? ColumnTypes[Table][Name] | Extract<Tables[Table][Name], null>
      : Tables[Table][Name]
    : Tables[Table][Name]
}

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** `RowOf` with its columns named as the fields of an entity: `createdAt` for `created_at`. */
export type TableFields<Table extends TableName> = {
  readonly [Name in keyof RowOf<Table> & string as CamelCase<Name>]: RowOf<Table>[Name]
}

export type FieldName<Table extends TableName> = keyof TableFields<Table> & string

/**
 * Some fields of one table, as a select list and as the type of the rows that it selects. A field without a
 * column does not compile.
 */
export interface FieldList<Row> {
  /** Returns the select list, such as `t.created_at as "createdAt"` for the alias `t`. */
  selected(alias?: string): string
  /** The type of the selected rows. No value exists at run time; the type `Selected` reads it. */
  readonly row?: Row
}

/** The type of the rows that a query returns if it selects this list of fields. */
export type Selected<List> = List extends FieldList<infer Row> ? Row : never

/** Rows of an outer join. All columns of a row are null if the join found no row. */
export type OuterJoined<Row> = { readonly [Name in keyof Row]: Row[Name] | null }

/** Rows of a statement that leaves out rows in which the named columns are null. */
export type NotNull<Row, Filled extends keyof Row> = {
  readonly [Name in keyof Row]: Name extends Filled ? NonNullable<Row[Name]> : Row[Name]
}

export function fieldsOf<Table extends TableName, const Name extends FieldName<Table>>(
  _table: Table,
  ...names: readonly Name[]
): FieldList<Pick<TableFields<Table>, Name>> {
  return { selected: (alias) => selectList(names, alias) }
}

export function selectList(names: readonly string[], alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`
  return names
    .map((name) => {
      const column = columnOf(name)
      return column === name ? `${prefix}${name}` : `${prefix}${column} as "${name}"`
    })
    .join(', ')
}

export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
