import type { Where } from '../where/where.ts'

/**
 * What a field of a step, or of the message that a step sends, may hold. Each type of step says it once,
 * as data. The HTTP edge makes the forms of requests and their documentation out of it; the checks of a
 * draft find the templates and the names of columns by it.
 */
export type Field =
  | TextField
  | ColumnField
  | ChoiceField
  | WholeNumberField
  | ValueField
  | EntriesField
  | FlagField
  | IdsField
  | WhereField
  | StepsField
  | ListField
  | GroupField

interface Described {
  /** What the documentation of the API says of it. */
  readonly says?: string
  readonly optional?: true
}

export interface TextField extends Described {
  /** A template is Liquid over the metadata columns of the record; a text stands as it is. */
  readonly kind: 'text' | 'template'
  readonly longest?: number
  readonly mayBeEmpty?: true
  readonly mayBeNull?: true
  /** What a template sees beside the columns. */
  readonly given?: readonly string[]
  readonly rule?: Rule<string>
}

/** The name of a column, which has to be a metadata column when the spinner is published. */
interface ColumnField extends Described {
  readonly kind: 'column'
}

interface ChoiceField<Choice extends string = string> extends Described {
  readonly kind: 'choice'
  readonly choices: readonly Choice[]
}

interface WholeNumberField extends Described {
  readonly kind: 'wholeNumber'
  readonly least: number
  readonly most: number
}

/** A text, a number, or true or false: what a cell may hold. */
interface ValueField extends Described {
  readonly kind: 'value'
  readonly longest: number
}

/** True or false. */
interface FlagField extends Described {
  readonly kind: 'flag'
}

/** The ids of things of the organization, none of them twice. */
interface IdsField extends Described {
  readonly kind: 'ids'
  readonly most: number
}

/** Texts by name. */
interface EntriesField extends Described {
  readonly kind: 'entries'
  readonly names?: RegExp
  readonly values: TextField
  readonly most?: number
}

/** Conditions over metadata columns. */
interface WhereField extends Described {
  readonly kind: 'where'
}

/** Steps within a step. */
interface StepsField extends Described {
  readonly kind: 'steps'
}

/** Things that have fields of their own, each by another name. */
interface ListField extends Described {
  readonly kind: 'list'
  /** What the documentation of the API calls one of them. */
  readonly of: string
  readonly least: number
  readonly most: number
  readonly fields: Readonly<Record<string, Field>>
}

/** Fields that belong together. */
interface GroupField extends Described {
  readonly kind: 'group'
  readonly fields: Readonly<Record<string, Field>>
}

/** What the kinds of fields cannot say, with the words for values that break it. */
export interface Rule<Value> {
  readonly code: string
  readonly message: string
  holds(value: Value): boolean
}

/** A field for each member of a shape, of a kind that fits it: one that is missing does not compile. */
export type FieldsOf<Shape> = {
  readonly [Name in keyof Shape]-?: FieldFor<NonNullable<Shape[Name]>> &
    (object extends Pick<Shape, Name> ? { readonly optional: true } : { readonly optional?: never }) &
    (null extends Shape[Name] ? { readonly mayBeNull: true } : unknown)
}

type FieldFor<Value> = [Value] extends [number]
  ? WholeNumberField
  : [Value] extends [string]
    ? string extends Value
      ? TextField | ColumnField
      : ChoiceField<Value>
    : [Value] extends [boolean]
      ? FlagField
      : [Value] extends [readonly unknown[]]
        ? FieldForList<Value>
        : [Value] extends [Where]
          ? WhereField
          : [Value] extends [string | number | boolean]
            ? ValueField
            : string extends keyof Value
              ? EntriesField
              : GroupField

type FieldForList<Value extends readonly unknown[]> = [Value] extends [readonly string[]]
  ? IdsField
  : [Value] extends [readonly { readonly type: string }[]]
    ? StepsField
    : ListField
