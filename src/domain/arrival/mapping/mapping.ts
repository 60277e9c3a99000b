import type { Transform } from '../transform/transform.ts'
import type { DecodedScalar } from './decoded.ts'
import type { Path } from './path.ts'

/** What becomes of the records that a mapping makes. A patch says only what its delivery said. */
export const mappingActions = ['insert', 'upsert', 'patch', 'ignore'] as const
export type MappingAction = (typeof mappingActions)[number]

/** A part of a template: text as it stands, or what a path leads to. */
export type TemplatePart = string | { readonly path: Path }

/**
 * Where a value comes from. A path begins at the record, unless it says `of: "body"`. In a template that is one text,
 * `{name}` stands for that key of the record.
 */
export type FieldSource =
  | { readonly path: Path; readonly of?: 'record' | 'body' }
  | { readonly constant: DecodedScalar }
  | { readonly template: string | readonly TemplatePart[] }
  | { readonly header: string }
  | { readonly query: string }

/** How one column is filled: from the first source that is there and not blank. */
export interface MappingField {
  readonly column: string
  readonly from: readonly FieldSource[]
  readonly transform: readonly Transform[]
}

/**
 * Which deliveries a mapping is for. Paths begin at the body; those that begin with the root are asked of each record
 * by itself. Keys that nobody asks for never matter.
 */
export interface MappingMatch {
  readonly where: readonly { readonly path: Path; readonly in: readonly DecodedScalar[] }[]
  readonly requires: readonly Path[]
}

/** How bodies of one shape become records. */
export interface Mapping {
  readonly name: string
  readonly match: MappingMatch
  /** Where the records are in a body; the body itself where it is empty. */
  readonly root: Path
  readonly fields: readonly MappingField[]
  readonly action: MappingAction
  /** Looked for in the record, then in the body; what is built in is used where there is none. */
  readonly deliveryId?: Path
  readonly versionTime?: Path
}

/** Bounds of what a person may write down. */
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
