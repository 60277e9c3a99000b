import type { Schema } from 'joi'

/** The size of a request's data, counted before Joi validates it. */
export interface Counted {
  /** The number of values, items and keys in a request's data that Joi would validate. */
  readonly parts: number
  /** The first list or object with more items or keys than the schema allows; null if there is none. */
  readonly tooMany: { readonly path: readonly (string | number)[]; readonly limit: number } | null
}

type Count = (value: unknown, path: readonly (string | number)[]) => Counted

/**
 * Returns a function that compares the lengths in a value with the limits of the schema. Joi validates every
 * item of a list before its length, and keeps an error for each. A list of 400 kB overflowed the stack, and
 * one of 4.8 MB took 20 seconds and 1.2 GB. Reads the parts of the schema itself, because Joi validates its own
 * description of a schema, which took up to 50 ms of the first request of a route.
 */
export function counter(schema: Schema): (value: unknown) => Counted {
  const count = countOf(schema)
  return (value) => count(value, [])
}

const one: Counted = { parts: 1, tooMany: null }

function countOf(schema: Schema): Count {
  switch (schema.type) {
    case 'object':
      return countOfObject(schema)
    case 'array':
      return countOfArray(schema)
    case 'alternatives':
      return countOfAlternatives(schema)
    default:
      return () => one
  }
}

function countOfObject(schema: Schema): Count {
  const limit = limitOf(schema)
  const keys = (schema.$_terms['keys'] ?? []) as readonly { readonly key: string; readonly schema: Schema }[]
  const children = new Map(keys.map((child) => [child.key, countOf(child.schema)]))
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return one
    const names = Object.keys(value)
    if (names.length > limit) return { parts: names.length, tooMany: { path, limit } }
    let parts = 1 + names.length
    for (const [name, child] of children) {
      if (!Object.hasOwn(value, name)) continue
      const counted = child((value as Record<string, unknown>)[name], [...path, name])
      parts += counted.parts
      if (counted.tooMany !== null) return { parts, tooMany: counted.tooMany }
    }
    return { parts, tooMany: null }
  }
}

function countOfArray(schema: Schema): Count {
  const limit = limitOf(schema)
  const items = ((schema.$_terms['items'] ?? []) as readonly Schema[]).map(countOf)
  return (value, path) => {
    if (!Array.isArray(value)) return one
    if (value.length > limit) return { parts: value.length, tooMany: { path, limit } }
    // Counts a list as one value if the schema does not describe its items, because other code checks them.
    if (items.length === 0) return one
    let parts = 1
    for (const [index, item] of value.entries()) {
      for (const count of items) {
        const counted = count(item, [...path, index])
        parts += counted.parts
        if (counted.tooMany !== null) return { parts, tooMany: counted.tooMany }
      }
    }
    return { parts, tooMany: null }
  }
}

interface Match {
  readonly ref?: { readonly path: readonly string[] }
  readonly switch?: readonly { readonly is: Schema; readonly then: Schema }[]
}

/**
 * Counts the values of an object by the alternative of the schema that its type field names. Without such an
 * alternative the object counts as one value, because Joi refuses it quickly.
 */
function countOfAlternatives(schema: Schema): Count {
  const matches = (schema.$_terms['matches'] ?? []) as readonly Match[]
  const cases = matches.flatMap(({ ref, switch: branches = [] }) =>
    branches.map(({ is, then }) => ({
      field: ref?.path[0] ?? '',
      names: ((is.describe()['allow'] ?? []) as unknown[]).filter((name) => typeof name === 'string'),
      count: countOf(then),
    })),
  )
  return (value, path) => {
    if (typeof value !== 'object' || value === null) return one
    const chosen = cases.find(({ field, names }) =>
      names.includes((value as Record<string, unknown>)[field] as string),
    )
    return chosen?.count(value, path) ?? one
  }
}

function limitOf(schema: Schema): number {
  const limit: unknown = schema.$_getRule('max')?.args?.['limit']
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY
}
