import { isDeepStrictEqual } from 'node:util'
import type { Schema } from 'joi'

type Json = Record<string, unknown>

/** What a schema says in `meta`, for the document alone. */
interface Meta extends Json {
  /** What the document calls it, wherever it occurs. */
  readonly named?: string
  readonly items?: Schema
  /** Stands for one that is named elsewhere, and holds this one. */
  readonly refersTo?: string
}

interface Terms {
  readonly metas?: readonly Meta[] | null
  readonly items?: readonly Schema[]
  readonly matches?: readonly { readonly schema?: Schema }[]
}

/**
 * The JSON Schemas of one document: Joi's own conversion, and what a rule written by hand has to say
 * for itself in `meta`. A schema with a name is written once and referred to everywhere else.
 */
export class JsonSchemas {
  readonly #named = new Map<string, Json>()

  /** Those with a name that have come up so far, by name. */
  get named(): Json {
    return Object.fromEntries([...this.#named].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  of(schema: Schema): Json {
    const standard = schema as unknown as {
      '~standard': { jsonSchema: { input(options: { target: string }): Json } }
    }
    return this.#written(standard['~standard'].jsonSchema.input({ target: 'draft-2020-12' }), schema)
  }

  #written(json: Json, schema: Schema): Json {
    const { named, items, refersTo, ...words } = metaOf(schema)
    if (refersTo !== undefined) return { $ref: `#/components/schemas/${refersTo}` }
    const whole = portable({ ...plain(json), ...words, ...this.#parts(json, schema, items) })
    if (named === undefined) return whole
    const known = this.#named.get(named)
    if (known !== undefined && !isDeepStrictEqual(known, whole))
      throw new Error(`Two schemas are both called ${named}`)
    this.#named.set(named, whole)
    return { $ref: `#/components/schemas/${named}` }
  }

  #parts(json: Json, schema: Schema, told: Schema | undefined): Json {
    const { properties, anyOf } = json as { properties?: Record<string, Json>; anyOf?: Json[] }
    const { items = [], matches = [] } = termsOf(schema)
    const [item] = items
    const parts: Json = {}
    if (properties !== undefined) {
      // As a path of one key: a dot in a name would be taken for a step.
      const extract = (name: string) =>
        (schema as unknown as { extract(path: readonly string[]): Schema }).extract([name])
      parts['properties'] = Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, this.#written(value, extract(name))]),
      )
    }
    if (told !== undefined) parts['items'] = this.of(told)
    else if (item !== undefined && items.length === 1) parts['items'] = this.of(item)
    // Joi adds to these, or leaves some out, for alternatives that are not a plain choice.
    const choices = matches.flatMap(({ schema: choice }) => (choice === undefined ? [] : [choice]))
    if (anyOf !== undefined && anyOf.length === choices.length)
      parts['anyOf'] = choices.map((choice) => this.of(choice))
    return parts
  }
}

/** Fields of any name, as generators of clients understand them: most of them know no `patternProperties`. */
function plain({ patternProperties, ...json }: Json): Json {
  if (patternProperties === undefined) return json
  const [one, ...others] = Object.entries(patternProperties as Json)
  if (one === undefined || others.length > 0 || json['additionalProperties'] !== false)
    return { ...json, patternProperties }
  const [pattern, additionalProperties] = one
  return { ...json, ...(pattern === '.*' ? {} : { propertyNames: { pattern } }), additionalProperties }
}

/** Unicode categories by their code points: a pattern with `\p` needs the `u` flag, which many validators do not set. */
const codePoints: readonly (readonly [category: string, range: string])[] = [
  [String.raw`\p{Cc}`, String.raw`\u0000-\u001f\u007f-\u009f`],
  [String.raw`\p{Zl}`, String.raw`\u2028`],
  [String.raw`\p{Zp}`, String.raw`\u2029`],
]

/**
 * Rewrites what generators of clients turn into code that does not compile: a choice of one schema, and an object or list
 * with text in it as a default, because the text loses its type. Such a default stands in the description.
 */
function portable(json: Json): Json {
  const { anyOf, default: usual, ...words } = unwrapped(json)
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

function hasText(value: unknown): boolean {
  if (typeof value === 'string') return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasText)
}

/** A choice of one schema is that schema. */
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
