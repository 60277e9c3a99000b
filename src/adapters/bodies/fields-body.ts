import type { Decoded } from '../../domain/arrival/mapping/decoded.ts'
import type { Bounds } from './bounds.ts'
import { jsonIn } from './json-body.ts'

/**
 * The largest number of times that JSON in a field of a form is parsed. Jotform sends JSON in a field that
 * contains JSON again.
 */
const deepestOpened = 2

/**
 * `Field` holds the values that a posted form has under one name: directly, under further names in brackets,
 * and under empty brackets.
 */
class Field {
  readonly #values: Decoded[] = []
  readonly #items: Field[] = []
  readonly #children = new Map<string, Field>()

  put(keys: readonly string[], value: Decoded, bounds: Bounds): void {
    const [key, ...rest] = keys
    if (key === undefined) {
      this.#values.push(value)
      bounds.items(this.#values.length)
    } else this.#under(key, bounds).put(rest, value, bounds)
  }

  #under(key: string, bounds: Bounds): Field {
    const known = key === '' ? undefined : this.#children.get(key)
    if (known !== undefined) return known
    const made = new Field()
    if (key === '') this.#items.push(made)
    else this.#children.set(key, made)
    bounds.items(this.#items.length)
    bounds.keys(this.#children.size)
    return made
  }

  get decoded(): Decoded {
    const list = [...this.#values, ...this.#items.map((item) => item.decoded)]
    const alone = this.#items.length === 0 && list.length === 1 ? (list[0] ?? null) : list
    if (this.#children.size === 0) return alone
    const entries = [...this.#children].map(([key, child]) => [key, child.decoded] as const)
    // If a form sends values both under a bare name and under its brackets, stores the bare values under the
    // key ''.
    return Object.fromEntries(list.length === 0 ? entries : [['', alone] as const, ...entries])
  }
}

/**
 * Returns the fields of a form as one object. `contact[fields][2]` stands for nested keys: a number in
 * brackets is the id of a field and not an index. `tags[]` and repeated names become lists.
 */
export function fieldsOf(fields: Iterable<readonly [string, string]>, bounds: Bounds): Decoded {
  const form = new Field()
  for (const [name, text] of fields) {
    bounds.value()
    const keys = keysOf(name)
    bounds.depth(keys.length)
    form.put(keys, opened(text, bounds, deepestOpened), bounds)
  }
  return form.decoded
}

/**
 * Returns the keys in a field name of a form: the text before the brackets and within each of them. A name
 * with an unclosed bracket is one key.
 */
function keysOf(name: string): readonly string[] {
  const at = name.indexOf('[')
  if (at <= 0 || !name.endsWith(']')) return [name]
  return [name.slice(0, at), ...name.slice(at + 1, -1).split('][')]
}

function opened(text: string, bounds: Bounds, times: number): Decoded {
  const start = text.trimStart()[0]
  if (times === 0 || (start !== '{' && start !== '[')) return text
  const value = jsonIn(text, bounds)
  return value === null ? text : openedIn(value, bounds, times - 1)
}

function openedIn(value: Decoded, bounds: Bounds, times: number): Decoded {
  if (typeof value === 'string') return opened(value, bounds, times)
  if (typeof value !== 'object' || value === null || times === 0) return value
  if (Array.isArray(value)) return value.map((item) => openedIn(item, bounds, times))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, openedIn(item, bounds, times)]))
}
