/** The bindings of prefixes that an XML element at a depth declares, and those of the elements around it. */
interface Scope {
  readonly depth: number
  readonly own: ReadonlyMap<string, string>
  readonly outer: Scope | null
}

/**
 * `Namespaces` resolves the prefixes of an XML document while it is parsed. A prefix that is declared nowhere is its
 * own namespace, because some sources leave declarations out. Scopes are linked and not copied; otherwise many
 * declarations in the root would make each further one slow.
 */
export class Namespaces {
  #scope: Scope | null = null
  #depth = 0

  /** Enters an element with its attributes. */
  open(attributes: Readonly<Record<string, string>>): void {
    let own: Map<string, string> | null = null
    for (const name in attributes) {
      if (!isDeclaration(name)) continue
      own ??= new Map()
      own.set(name === 'xmlns' ? '' : name.slice('xmlns:'.length), attributes[name] ?? '')
    }
    this.#depth++
    if (own !== null) this.#scope = { depth: this.#depth, own, outer: this.#scope }
  }

  close(): void {
    if (this.#scope?.depth === this.#depth) this.#scope = this.#scope.outer
    this.#depth--
  }

  /** Returns the namespace of an element of the present scope; an empty text if it has none. */
  ofElement(name: string): string {
    return this.#of(prefixOf(name))
  }

  /** Returns the namespace of an attribute; an empty text without a prefix, whatever the namespace of its element. */
  ofAttribute(name: string): string {
    const prefix = prefixOf(name)
    return prefix === '' ? '' : this.#of(prefix)
  }

  #of(prefix: string): string {
    for (let scope: Scope | null = this.#scope; scope !== null; scope = scope.outer) {
      const uri = scope.own.get(prefix)
      if (uri !== undefined) return uri
    }
    return prefix
  }
}

/** Returns whether an attribute declares a namespace. */
export function isDeclaration(attribute: string): boolean {
  return attribute.startsWith('xmlns') && (attribute.length === 5 || attribute[5] === ':')
}

/** Returns the name of an element or attribute without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function prefixOf(name: string): string {
  return name.slice(0, Math.max(name.indexOf(':'), 0))
}
