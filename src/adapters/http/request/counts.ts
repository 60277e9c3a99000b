import type { Description, Schema } from 'joi'

/** The result of counting the parts of a value, before Joi validates any part. */
export interface Counted {
  /** The number of parts of a value that Joi would visit. */
  readonly parts: number
  /** The first list or object with more items or keys than the schema allows; null if there is none. */
  readonly tooMany: { readonly path: readonly (string | number)[]; readonly limit: number } | null
}

type Count = (value: unknown, path: readonly (string | number)[]) => Counted

/**
 * Returns a function that compares the lengths in a value with the limits of the schema. Joi validates every
 * item of a list before its length, and keeps an error for each. A list of 400 kB overflowed the stack, and
 * one of 4.8 MB took 20 seconds and 1.2 GB. A schema of several routes is described once, which takes up to
 * 50 ms.
 */
export function counter(schema: Schema): (value: unknown) => Counted {
  const count = counts.get(schema) ?? countOf(schema.describe())
  counts.set(schema, count)
  return (value) => count(value, [])
}

const counts = new WeakMap<Schema, Count>()

const one: Counted = { parts: 1, tooMany: null }

function countOf(form: Description): Count {
  switch (form.type) {
    case 'object':
      return countOfObject(form)
    case 'array':
      return countOfArray(form)
    case 'alternatives':
      return countOfAlternatives(form)
    default:
      return () => one
  }
}

function countOfObject(form: Description): Count {
  const limit = limitOf(form)
  const children = new Map(
    Object.entries((form.keys ?? {}) as Record<string, Description>).map(([name, child]) => [
      name,
      countOf(child),
    ]),
  )
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

function countOfArray(form: Description): Count {
  const limit = limitOf(form)
  const items = ((form['items'] ?? []) as Description[]).map(countOf)
  return (value, path) => {
    if (!Array.isArray(value)) return one
    if (value.length > limit) return { parts: value.length, tooMany: { path, limit } }
    // Does not count items that the schema does not describe, because other code checks them.
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
  readonly schema?: Description
  readonly ref?: { readonly path: readonly string[] }
  readonly switch?: readonly { readonly is: Description; readonly then: Description }[]
}

/**
 * Counts a value by the alternative that its type field names. A value that names no alternative counts as
 * one part, because Joi refuses it quickly.
 */
function countOfAlternatives(form: Description): Count {
  const matches = (form['matches'] ?? []) as Match[]
  const cases = matches.flatMap(({ ref, switch: branches = [] }) =>
    branches.map(({ is, then }) => ({
      field: ref?.path[0] ?? '',
      names: ((is['allow'] ?? []) as unknown[]).filter((name) => typeof name === 'string'),
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

function limitOf(form: Description): number {
  const rules = (form['rules'] ?? []) as { name: string; args?: { limit?: unknown } }[]
  const limit = rules.find(({ name }) => name === 'max')?.args?.limit
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY
}
