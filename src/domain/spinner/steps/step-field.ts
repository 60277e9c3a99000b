import type { Where } from '../where/where.ts'

/**
 * The type of a field of a step, or of the message that a step sends. Each type of step declares its fields
 * once, as data. The HTTP layer builds request validation and documentation from them. The checks of a draft
 * use them to find templates and column names.
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
  /** The description of a step's field in the API documentation. */
  readonly says?: string
  readonly optional?: true
}

export interface TextField extends Described {
  /**
   * The kind of text: a template is Liquid over the metadata columns of the record; a text is used literally.
   */
  readonly kind: 'text' | 'template'
  readonly longest?: number
  readonly mayBeEmpty?: true
  readonly mayBeNull?: true
  /** Whether a client may send a JSON object, which becomes the template that renders to it. */
  readonly acceptsJson?: true
  /** The names, besides the names of columns, that a template in this field of a step can use. */
  readonly given?: readonly string[]
  readonly rule?: Rule<string>
}

/**
 * A field of a step that holds the name of a column. The column must be a metadata column when the spinner is
 * published.
 */
interface ColumnField extends Described {
  readonly kind: 'column'
  /** Whether the field refuses names of the trigger's data, as in `trigger.topic`. */
  readonly mustBeRecordColumn?: true
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

/** A field of a step that holds one cell value: a text, a number, true or false. */
interface ValueField extends Described {
  readonly kind: 'value'
  readonly longest: number
}

interface FlagField extends Described {
  readonly kind: 'flag'
}

/**
 * A field of a step that holds ids of the organization's objects, such as senders or files, without repeats.
 */
interface IdsField extends Described {
  readonly kind: 'ids'
  readonly of: 'files' | 'senders'
  readonly most: number
}

/** A field of a step that holds texts by name, such as the headers of a webhook. */
interface EntriesField extends Described {
  readonly kind: 'entries'
  readonly names?: RegExp
  readonly values: TextField
  /** Whether the texts are secrets, such as credentials in headers. */
  readonly isSecret?: true
  readonly most?: number
}

/** A field of a step that holds a condition on the metadata columns of a record. */
interface WhereField extends Described {
  readonly kind: 'where'
}

/** A field of a step that holds a list of further steps, such as a branch. */
interface StepsField extends Described {
  readonly kind: 'steps'
}

/**
 * A field of a step that holds a list of objects with fields of their own, such as branches. The names of the
 * objects must differ.
 */
interface ListField extends Described {
  readonly kind: 'list'
  /** The noun for one entry of a list field in the API documentation. */
  readonly of: string
  /** The description of one entry of a list field in the API documentation. */
  readonly saysOfEntry: string
  /** An example of a list entry in the API documentation. */
  readonly example: object
  readonly least: number
  readonly most: number
  readonly fields: Readonly<Record<string, Field>>
}

/** A field of a step that groups other fields in one object. */
interface GroupField extends Described {
  readonly kind: 'group'
  readonly fields: Readonly<Record<string, Field>>
}

/** A constraint on a step's field that its kind cannot express, with the error for values that break it. */
export interface Rule<Value> {
  readonly code: string
  readonly message: string
  holds(value: Value): boolean
}

/**
 * For each property of a step's type, the declaration of its field, whose kind must fit the property. A missing
 * field does not compile.
 */
export type FieldsOf<Step> = {
  readonly [Name in keyof Step]-?: FieldFor<NonNullable<Step[Name]>> &
    (object extends Pick<Step, Name> ? { readonly optional: true } : { readonly optional?: never }) &
    (null extends Step[Name] ? { readonly mayBeNull: true } : unknown)
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
