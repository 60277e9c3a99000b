import type { Transform } from '../transform/transform.ts'
import type { DecodedScalar } from './decoded.ts'
import type { Path } from './path.ts'

/**
 * The actions that a mapping can apply to its records. `patch` changes only the columns that the delivery
 * contains.
 */
export const mappingActions = ['insert', 'upsert', 'patch', 'ignore'] as const
export type MappingAction = (typeof mappingActions)[number]

/** A part of a template that a mapping fills: fixed text, or the value at a path. */
export type TemplatePart = string | { readonly path: Path }

/**
 * The place from which a mapping takes the value of a column: a path, a constant, a template, a header or a
 * query parameter. A path begins at the record, or at the body with `of: "body"`. In a template that is a
 * single text, `{name}` stands for that key of the record.
 */
export type FieldSource =
  | { readonly path: Path; readonly of?: 'record' | 'body' }
  | { readonly constant: DecodedScalar }
  | { readonly template: string | readonly TemplatePart[] }
  | { readonly header: string }
  | { readonly query: string }

/** The rule of a mapping that fills one column, from the first source that is present and not blank. */
export interface MappingField {
  readonly column: string
  readonly from: readonly FieldSource[]
  readonly transform: readonly Transform[]
}

/**
 * The conditions that a delivery must meet to use a mapping. Paths begin at the body; a path that begins with
 * the root is checked for each record. Keys without a condition are ignored.
 */
export interface MappingMatch {
  readonly where: readonly { readonly path: Path; readonly in: readonly DecodedScalar[] }[]
  readonly requires: readonly Path[]
}

/** A mapping of a table: it says how delivered bodies of one format become records. */
export interface Mapping {
  readonly name: string
  readonly match: MappingMatch
  /** The path to the records in a body. If it is empty, the body is the record. */
  readonly root: Path
  readonly fields: readonly MappingField[]
  readonly action: MappingAction
  /**
   * The path to the delivery id, in the record or else in the body. If the path has no value, the places
   * where known sources write the id are read.
   */
  readonly deliveryId?: Path
  readonly versionTime?: Path
}

/** The highest numbers of mappings of a table, and of parts of a mapping, that people may create. */
export const mappingBounds = {
  perTable: 50,
  fields: 200,
  sources: 10,
  transforms: 10,
  segments: 32,
  conditions: 20,
  values: 100,
  text: 1_000,
} as const
