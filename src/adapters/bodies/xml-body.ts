import { SaxesParser } from 'saxes'
import type { Decoded } from '../../domain/arrival/mapping/decoded.ts'
import type { Bounds } from './bounds.ts'
import { Unreadable } from './unreadable.ts'

/** An XML element whose end tag has not been read yet. */
interface Open {
  readonly name: string
  readonly isNil: boolean
  text: string
  readonly children: Map<string, Decoded[]>
}

/**
 * The keys under which an XML element's attributes and its own text are stored. No element can have such a
 * name.
 */
const attribute = (name: string) => `@${name}`
const ownText = '#text'

/**
 * Reads XML as objects. Prefixes are dropped, `xsi:nil` is null and repeated elements become a list. A single
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
  readonly #stack: Open[] = [{ name: '', isNil: false, text: '', children: new Map() }]

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
    const children = new Map<string, Decoded[]>()
    let isNil = false
    for (const [full, value] of Object.entries(attributes)) {
      const own = local(full)
      if (full === 'xmlns' || full.startsWith('xmlns:')) continue
      if (own === 'nil' && full !== own) isNil = value === 'true' || value === '1'
      else if (own === 'type' && full !== own) children.set(attribute(own), [local(value)])
      else if (own !== 'schemaLocation') children.set(attribute(own), [value])
    }
    this.#bounds.keys(children.size)
    this.#stack.push({ name: local(name), isNil, text: '', children })
  }

  text(chunk: string): void {
    this.#here.text += chunk
  }

  close(): void {
    const closed = this.#stack.pop() as Open
    this.#bounds.value()
    const { children } = this.#here
    const others = children.get(closed.name)
    if (others === undefined) children.set(closed.name, [this.#valueOf(closed)])
    else others.push(this.#valueOf(closed))
    this.#bounds.keys(children.size)
    this.#bounds.items(others?.length ?? 0)
  }

  get document(): Decoded {
    return this.#valueOf(this.#here)
  }

  #valueOf({ name, isNil, text, children }: Open): Decoded {
    if (isNil) return null
    const words = text.trim()
    if (children.size === 0) return words === '' ? '' : text
    const entries = [...children].map(([child, values]): [string, Decoded] => {
      const isList = values.length > 1 || isSeveral(name, child)
      return [child, isList ? values : (values[0] ?? null)]
    })
    if (words !== '') entries.push([ownText, words])
    return Object.fromEntries(entries)
  }
}

function isSeveral(parent: string, child: string): boolean {
  const [many, single] = [parent.toLowerCase(), child.toLowerCase()]
  return many === `${single}s` || many === `${single}es`
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
