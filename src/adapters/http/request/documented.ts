import type { Schema } from 'joi'

type Pick = (value: unknown) => unknown

/** The part of the description of a Joi form from which an answer is made. */
interface Described {
  readonly type?: string
  readonly keys?: Readonly<Record<string, Described>>
  readonly items?: readonly Described[]
}

const picks = new WeakMap<Schema, Pick>()

/**
 * Returns the fields of a value that the form of an answer documents, in the order of the form. A field that the form
 * does not name never reaches a client. Values with alternative forms are returned whole.
 */
export function documented(form: Schema, value: object): object {
  let pick = picks.get(form)
  if (pick === undefined) {
    pick = pickOf(form.describe())
    picks.set(form, pick)
  }
  return pick(value) as object
}

function pickOf({ type, keys, items }: Described): Pick {
  if (type === 'object' && keys !== undefined) return fieldsOf(keys)
  const [item] = items ?? []
  if (type !== 'array' || item === undefined || items?.length !== 1) return (value) => value
  const pick = pickOf(item)
  return (value) => (Array.isArray(value) ? value.map(pick) : value)
}

function fieldsOf(keys: Readonly<Record<string, Described>>): Pick {
  const fields = Object.entries(keys).map(([name, form]) => [name, pickOf(form)] as const)
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const source = value as Readonly<Record<string, unknown>>
    const shown: Record<string, unknown> = {}
    for (const [name, pick] of fields) if (source[name] !== undefined) shown[name] = pick(source[name])
    return shown
  }
}
