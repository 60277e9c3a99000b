import { isDeepStrictEqual } from 'node:util'
import type { Schema } from 'joi'

type Json = Record<string, unknown>

/** The `meta` of a Joi schema, which is used only for the OpenAPI document. */
interface Meta extends Json {
  /** The name of the schema in the OpenAPI document; a named schema is written once and referred to. */
  readonly named?: string
  readonly items?: Schema
  /**
   * The name of another schema that stands in place of this one in the OpenAPI document. Needed for a schema
   * that contains itself.
   */
  readonly refersTo?: string
  /** The description of a named schema that is used with several descriptions, and with or without null. */
  readonly describes?: string
}

interface Terms {
  readonly metas?: readonly Meta[] | null
  readonly items?: readonly Schema[]
  readonly matches?: readonly { readonly schema?: Schema }[]
}

/**
 * `JsonSchemas` converts the Joi schemas of one OpenAPI document to JSON Schema. Joi converts most of a
 * schema; a rule written by hand describes itself in `meta`. A named schema is written once and referred to
 * everywhere else.
 */
export class JsonSchemas {
  readonly #named = new Map<string, Json>()

  /** The named schemas that were collected so far, sorted by name. */
  get named(): Readonly<Record<string, Json>> {
    return Object.fromEntries([...this.#named].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  of(schema: Schema): Json {
    const standard = schema as unknown as {
      '~standard': { jsonSchema: { input(options: { target: string }): Json } }
    }
    return this.#written(standard['~standard'].jsonSchema.input({ target: 'draft-2020-12' }), schema)
  }

  #written(json: Json, schema: Schema): Json {
    const { named, items, refersTo, describes, ...words } = metaOf(schema)
    if (refersTo !== undefined) return { $ref: `#/components/schemas/${refersTo}` }
    const whole = portable({ ...plain(json), ...words, ...this.#parts(json, schema, items) })
    if (named === undefined) return whole
    return describes === undefined ? this.#shared(named, whole) : this.#described(named, describes, whole)
  }

  /**
   * Returns the reference to a named schema that is used with several descriptions, and with or without null. The
   * description of the use stands beside the reference.
   */
  #described(named: string, describes: string, { description, ...whole }: Json): Json {
    const types = [whole['type']].flat()
    const isNullable = types.includes('null')
    const type = types.find((name) => name !== 'null')
    const reference = this.#shared(named, { ...whole, type, description: describes })
    const about = description === describes ? {} : { description }
    return isNullable ? { anyOf: [reference, { type: 'null' }], ...about } : { ...reference, ...about }
  }

  #shared(named: string, whole: Json): Json {
    const known = this.#named.get(named)
    if (known !== undefined && !isDeepStrictEqual(known, whole))
      throw new Error(`Two schemas are both called ${named}`)
    this.#named.set(named, whole)
    return { $ref: `#/components/schemas/${named}` }
  }

  #parts(json: Json, schema: Schema, reported: Schema | undefined): Json {
    const { properties, anyOf } = json as { properties?: Record<string, Json>; anyOf?: Json[] }
    const { items = [], matches = [] } = termsOf(schema)
    const [item] = items
    const parts: Json = {}
    if (properties !== undefined) {
      // Passes the name of a field to Joi as a path of one key, because Joi splits a plain name at its dots.
      const extract = (name: string) =>
        (schema as unknown as { extract(path: readonly string[]): Schema }).extract([name])
      parts['properties'] = Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, this.#written(value, extract(name))]),
      )
    }
    if (reported !== undefined) parts['items'] = this.of(reported)
    else if (item !== undefined && items.length === 1) parts['items'] = this.of(item)
    // Writes the choices of a schema only if Joi's description has all of them. For some alternatives Joi
    // adds choices or leaves some out.
    const choices = matches.flatMap(({ schema: choice }) => (choice === undefined ? [] : [choice]))
    if (anyOf !== undefined && anyOf.length === choices.length)
      parts['anyOf'] = choices.map((choice) => this.of(choice))
    return parts
  }
}

/**
 * Returns the schema of an object with any field names in a form that client generators understand. Most
 * generators do not know `patternProperties`.
 */
function plain({ patternProperties, ...json }: Json): Json {
  if (patternProperties === undefined) return json
  const [one, ...others] = Object.entries(patternProperties as Json)
  if (one === undefined || others.length > 0 || json['additionalProperties'] !== false)
    return { ...json, patternProperties }
  const [pattern, additionalProperties] = one
  return { ...json, ...(pattern === '.*' ? {} : { propertyNames: { pattern } }), additionalProperties }
}

/**
 * Unicode categories of schema patterns, as ranges of code points. A pattern with `\p` needs the `u` flag,
 * which many validators do not set.
 */
const codePoints: readonly (readonly [category: string, range: string])[] = [
  [String.raw`\p{Cc}`, String.raw`\u0000-\u001f\u007f-\u009f`],
  [String.raw`\p{Zl}`, String.raw`\u2028`],
  [String.raw`\p{Zp}`, String.raw`\u2029`],
]

/**
 * Rewrites schemas that client generators turn into code that does not compile. A choice of one schema
 * becomes that schema. A default that is an object or list with text is moved into the description, because
 * the text loses its type. An enumeration loses its limits of length, which decide nothing.
 */
function portable(json: Json): Json {
  const { anyOf, default: usual, ...words } = withoutLengthOfEnum(unwrapped(json))
  const { pattern, description } = words
  const isWritable = typeof usual !== 'object' || !hasText(usual)
  const said = [description, `Default: \`${JSON.stringify(usual)}\`.`].filter(Boolean).join(' ')
  return {
    ...words,
    ...(anyOf === undefined ? {} : { anyOf }),
    ...(typeof pattern === 'string' && {
      pattern: codePoints.reduce((text, [category, range]) => text.replaceAll(category, range), pattern),
    }),
    ...(usual === undefined ? {} : isWritable ? { default: usual } : { description: said }),
  }
}

function withoutLengthOfEnum(json: Json): Json {
  if (json['enum'] === undefined) return json
  const { minLength: _minLength, maxLength: _maxLength, ...others } = json
  return others
}

function hasText(value: unknown): boolean {
  if (typeof value === 'string') return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasText)
}

/** Replaces a schema that is a choice of only one schema by that schema. */
function unwrapped({ anyOf, ...json }: Json): Json {
  const [only, ...others] = Array.isArray(anyOf) ? (anyOf as Json[]) : []
  if (only === undefined || others.length > 0) return anyOf === undefined ? json : { ...json, anyOf }
  return { ...only, ...json }
}

function termsOf(schema: Schema): Terms {
  return (schema as unknown as { readonly $_terms: Terms }).$_terms
}

function metaOf(schema: Schema): Meta {
  return Object.assign({}, ...(termsOf(schema).metas ?? [])) as Meta
}
