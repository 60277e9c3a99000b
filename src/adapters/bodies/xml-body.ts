import { SaxesParser } from 'saxes'
import type { Decoded } from '../../domain/arrival/mapping/decoded.ts'
import { isDeclaration, localName, Namespaces } from '../streams/xml-namespaces.ts'
import type { Bounds } from './bounds.ts'
import { Unreadable } from './unreadable.ts'

/** The elements of one name in one namespace within their parent. */
interface Children {
  readonly name: string
  /** The name as the first of the elements is written, with its prefix. */
  readonly written: string
  readonly namespace: string
  readonly values: Decoded[]
}

/** An XML element whose end tag has not been read yet. */
interface Open {
  readonly written: string
  readonly namespace: string
  readonly isNil: boolean
  text: string
  readonly attributes: ReadonlyMap<string, string>
  /** The children by their namespace and name. */
  readonly children: Map<string, Children>
}

/** The namespaces of `xsi:nil`, `xsi:type` and `xsi:schemaLocation`, and the usual prefix if it is not declared. */
const schemaInstance = new Set([
  'http://www.w3.org/2001/XMLSchema-instance',
  'http://www.w3.org/2000/10/XMLSchema-instance',
  'http://www.w3.org/1999/XMLSchema-instance',
  'xsi',
])

/**
 * The keys under which an XML element's attributes and its own text are stored. No element can have such a
 * name.
 */
const attribute = (name: string) => `@${name}`
const ownText = '#text'

/**
 * Reads XML as objects. Prefixes are dropped, `xsi:nil` is null and repeated elements become a list. If elements of
 * two namespaces have the same name within one parent, those of another namespace than the parent's keep the prefix. A single
 * element also becomes a list if its parent has the plural of its name (`notifications`, `Notification`). The
 * parser knows the five entities of XML. A document that defines its own is refused, and nothing is ever
 * fetched.
 */
export function readXml(text: string, bounds: Bounds): Decoded {
  const reader = new Reader(bounds)
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    throw new Unreadable('UNSAFE_XML', 'The XML has a DOCTYPE; send it without one')
  })
  parser.on('error', (error) => {
    const [, line, column] = /^(\d+):(\d+)/.exec(error.message) ?? []
    const place = line === undefined ? '' : `; the first fault is in line ${line}, character ${column}`
    throw new Unreadable('MALFORMED_BODY', `The body is not valid XML${place}`)
  })
  parser.on('opentag', ({ name, attributes }) => reader.open(name, attributes))
  parser.on('text', (chunk) => reader.text(chunk))
  parser.on('cdata', (chunk) => reader.text(chunk))
  parser.on('closetag', () => reader.close())
  parser.write(text).close()
  return reader.document
}

class Reader {
  readonly #bounds: Bounds
  readonly #namespaces = new Namespaces()
  readonly #stack: Open[] = [
    { written: '', namespace: '', isNil: false, text: '', attributes: new Map(), children: new Map() },
  ]

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  get #here(): Open {
    // The bottom of the stack stands for the XML document, which is never closed. The stack is therefore
    // never empty.
    return this.#stack.at(-1) as Open
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#bounds.depth(this.#stack.length)
    this.#namespaces.open(attributes)
    const attributesByName = new Map<string, string>()
    let isNil = false
    for (const [full, value] of Object.entries(attributes)) {
      if (isDeclaration(full)) continue
      const own = localName(full)
      const isOfSchema = schemaInstance.has(this.#namespaces.ofAttribute(full))
      if (isOfSchema && own === 'nil') isNil = value === 'true' || value === '1'
      else if (isOfSchema && own === 'type') attributesByName.set(attribute(own), localName(value))
      // An attribute without a prefix is the element's own, so it wins over others of the same name.
      else if (own !== 'schemaLocation' && (own === full || !attributesByName.has(attribute(own))))
        attributesByName.set(attribute(own), value)
    }
    this.#bounds.keys(attributesByName.size)
    const namespace = this.#namespaces.ofElement(name)
    this.#stack.push({
      written: name,
      namespace,
      isNil,
      text: '',
      attributes: attributesByName,
      children: new Map(),
    })
  }

  text(chunk: string): void {
    this.#here.text += chunk
  }

  close(): void {
    const closed = this.#stack.pop() as Open
    this.#namespaces.close()
    this.#bounds.value()
    const { attributes, children } = this.#here
    const { written, namespace } = closed
    const name = localName(written)
    const key = `${namespace}\n${name}`
    const others = children.get(key)
    if (others === undefined) children.set(key, { name, written, namespace, values: [this.#valueOf(closed)] })
    else others.values.push(this.#valueOf(closed))
    this.#bounds.keys(attributes.size + children.size)
    this.#bounds.items(others?.values.length ?? 0)
  }

  get document(): Decoded {
    return this.#valueOf(this.#here)
  }

  #valueOf({ written, namespace, isNil, text, attributes, children }: Open): Decoded {
    if (isNil) return null
    const words = text.trim()
    if (attributes.size + children.size === 0) return words === '' ? '' : text
    const parent = localName(written)
    const entries: [string, Decoded][] = [...attributes]
    for (const [key, values] of keyed(namespace, [...children.values()])) {
      const isList = values.length > 1 || isSeveral(parent, localName(key))
      entries.push([key, isList ? values : (values[0] ?? null)])
    }
    if (words !== '') entries.push([ownText, words])
    return Object.fromEntries(entries)
  }
}

/**
 * Returns children by their keys: the name without its prefix. If several namespaces have the name, it is the key of
 * those in the namespace of the parent, or else of the first; the others have the name with its prefix.
 */
function keyed(parent: string, children: readonly Children[]): ReadonlyMap<string, readonly Decoded[]> {
  const plain = new Map<string, Children>()
  for (const child of children) {
    if (child.namespace === parent || !plain.has(child.name)) plain.set(child.name, child)
  }
  const all = new Map<string, readonly Decoded[]>()
  for (const child of children) {
    const key = plain.get(child.name) === child ? child.name : child.written
    all.set(key, [...(all.get(key) ?? []), ...child.values])
  }
  return all
}

function isSeveral(parent: string, child: string): boolean {
  const [many, single] = [parent.toLowerCase(), child.toLowerCase()]
  return many === `${single}s` || many === `${single}es`
}
