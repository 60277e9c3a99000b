/** A parsed body of an arrival. Its numbers keep all their digits. */
export type Tree =
  | { readonly kind: 'scalar'; readonly text: string; readonly value: string }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: string, value: Tree])[] }

const deepest = 40

/**
 * Parses the body of an arrival for display: JSON, a form, or XML without its namespace prefixes. Returns
 * null for other or broken bodies, of which the console can show only the bytes.
 */
export function readTree(body: string, contentType: string | null): Tree | null {
  const start = body.trimStart().replace(/^\uFEFF/, '')
  if (start.startsWith('<')) return xmlTree(start)
  const json = jsonTree(start)
  if (json !== null) return json
  const isForm =
    contentType?.includes('x-www-form-urlencoded') === true || /^[^\s"{}<>=&]{1,500}=/.test(start)
  return isForm ? formTree(start) : null
}

function jsonTree(text: string): Tree | null {
  const reader = new JsonReader(text)
  try {
    return reader.document()
  } catch {
    return null
  }
}

/**
 * Parses JSON without losing digits: `JSON.parse` would round whole numbers beyond 2^53, which some ids
 * exceed.
 */
class JsonReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): Tree {
    const tree = this.#value(0)
    this.#space()
    if (this.#at < this.#text.length) throw new SyntaxError()
    return tree
  }

  #value(depth: number): Tree {
    if (depth > deepest) throw new SyntaxError()
    this.#space()
    const first = this.#text[this.#at]
    if (first === '{') return this.#object(depth)
    if (first === '[') return this.#list(depth)
    return this.#scalar()
  }

  #object(depth: number): Tree {
    const entries: [string, Tree][] = []
    this.#at++
    for (this.#space(); !this.#takes('}'); this.#space()) {
      if (entries.length > 0) this.#demand(',')
      this.#space()
      const key = String(JSON.parse(this.#token()))
      this.#space()
      this.#demand(':')
      entries.push([key, this.#value(depth + 1)])
    }
    return { kind: 'object', entries }
  }

  #list(depth: number): Tree {
    const items: Tree[] = []
    this.#at++
    for (this.#space(); !this.#takes(']'); this.#space()) {
      if (items.length > 0) this.#demand(',')
      items.push(this.#value(depth + 1))
    }
    return { kind: 'list', items }
  }

  #scalar(): Tree {
    const text = this.#token()
    const value: unknown = JSON.parse(text)
    return { kind: 'scalar', text, value: typeof value === 'string' ? value : text }
  }

  #token(): string {
    const token = /"(?:[^"\\]|\\.)*"|[^\s,:[\]{}"]+/sy
    token.lastIndex = this.#at
    const [found] = token.exec(this.#text) ?? []
    if (found === undefined) throw new SyntaxError()
    this.#at += found.length
    return found
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }

  #takes(character: string): boolean {
    if (this.#at >= this.#text.length) throw new SyntaxError()
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #demand(character: string): void {
    if (!this.#takes(character)) throw new SyntaxError()
  }
}

const textTree = (value: string): Tree => ({ kind: 'scalar', text: JSON.stringify(value), value })

/**
 * Parses the body of a form submission. A name such as `contact[fields][2]` becomes nested keys, and a
 * repeated name becomes a list.
 */
function formTree(body: string): Tree {
  interface Open {
    readonly values: Tree[]
    readonly children: Map<string, Open>
  }
  const made = (): Open => ({ values: [], children: new Map() })
  const root = made()
  for (const [name, value] of new URLSearchParams(body.trim())) {
    const at = name.indexOf('[')
    const keys =
      at > 0 && name.endsWith(']') ? [name.slice(0, at), ...name.slice(at + 1, -1).split('][')] : [name]
    let here = root
    for (const key of keys.slice(0, deepest)) {
      if (key === '') break
      const next = here.children.get(key) ?? made()
      here.children.set(key, next)
      here = next
    }
    here.values.push((/^\s*[[{]/.test(value) ? jsonTree(value) : null) ?? textTree(value))
  }
  const treeOf = ({ values, children }: Open): Tree => {
    const [first] = values
    if (children.size > 0)
      return { kind: 'object', entries: [...children].map(([key, child]) => [key, treeOf(child)] as const) }
    return values.length === 1 && first !== undefined ? first : { kind: 'list', items: values }
  }
  return treeOf(root)
}

function xmlTree(text: string): Tree | null {
  // Refuses an XML document with a DOCTYPE, as the service does; otherwise a browser would expand the
  // entities that it declares.
  if (/<!DOCTYPE/i.test(text)) return null
  const { documentElement } = new DOMParser().parseFromString(text, 'application/xml')
  if (documentElement.querySelector('parsererror') !== null) return null
  return { kind: 'object', entries: [[documentElement.localName, elementTree(documentElement, 0)]] }
}

function elementTree(element: Element, depth: number): Tree {
  if (depth > deepest || element.getAttribute('xsi:nil') === 'true')
    return { kind: 'scalar', text: 'null', value: 'null' }
  const children = [...element.children]
  if (children.length === 0) return textTree(element.textContent)
  const byName = Map.groupBy(children, ({ localName }) => localName)
  const entries = [...byName].map(([name, elements]) => {
    const trees = elements.map((child) => elementTree(child, depth + 1))
    const [first] = trees
    const isList = trees.length > 1 || isSeveral(element.localName, name)
    return [name, isList || first === undefined ? { kind: 'list', items: trees } : first] as const
  })
  return { kind: 'object', entries: entries as readonly (readonly [string, Tree])[] }
}

function isSeveral(parent: string, child: string): boolean {
  const [many, single] = [parent.toLowerCase(), child.toLowerCase()]
  return many === `${single}s` || many === `${single}es`
}
