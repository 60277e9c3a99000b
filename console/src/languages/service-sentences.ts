/** A text of the service with values, such as `The data table has no column "{column}"`. */
interface Sentence {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly translation: string
  /** The number of characters beside the values. The sentence with the most fits a text best. */
  readonly fixedLength: number
}

const valueName = /\{(\w+)\}/g

/** The number of translated texts that are kept, so that long lists do not compare each text with each sentence again. */
const maxCached = 500

/**
 * `ServiceSentences` translates texts that the service has filled with values (`sentence` of the service). It recognizes
 * a text by the parts between its values.
 */
export class ServiceSentences {
  readonly #sentences: readonly Sentence[]
  readonly #translated: (text: string) => string
  readonly #cached = new Map<string, string | null>()

  /** `translated` translates values that are texts of the service themselves. */
  constructor(texts: Readonly<Record<string, string>>, translated: (text: string) => string) {
    this.#sentences = Object.entries(texts)
      .filter(([text]) => hasValues(text))
      .map(([text, translation]) => sentenceOf(text, translation))
      .toSorted((a, b) => b.fixedLength - a.fixedLength)
    this.#translated = translated
  }

  /** Returns the translation of a filled text; null if no sentence fits. */
  translated(text: string): string | null {
    const cached = this.#cached.get(text)
    if (cached !== undefined) return cached
    let translation: string | null = null
    for (const sentence of this.#sentences) {
      translation = this.#filledIn(sentence, text)
      if (translation !== null) break
    }
    if (this.#cached.size >= maxCached) this.#cached.clear()
    this.#cached.set(text, translation)
    return translation
  }

  #filledIn({ pattern, names, translation }: Sentence, text: string): string | null {
    const match = pattern.exec(text)
    if (match === null) return null
    const values = new Map<string, string>()
    for (const [index, name] of names.entries()) {
      const value = match[index + 1] ?? ''
      const isText = /^(?:words|fault|reason)/.test(name)
      const shown = isText ? this.#translated(value) : value
      // A sentence such as `"{field}" {words}` would fit any text that begins with a quoted word.
      if (name.startsWith('words') && shown === value) return null
      values.set(name, shown)
    }
    return translation.replaceAll(valueName, (part, name: string) => values.get(name) ?? part)
  }
}

/** Returns whether a text has values, and no other braces. */
function hasValues(text: string): boolean {
  return /\{\w+\}/.test(text) && !/[{}]/.test(text.replaceAll(valueName, ''))
}

function sentenceOf(text: string, translation: string): Sentence {
  const parts = text.split(/\{\w+\}/)
  const quoted = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return {
    pattern: new RegExp(`^${quoted.join('([^]*?)')}$`),
    names: [...text.matchAll(valueName)].map(([, name = '']) => name),
    translation,
    fixedLength: parts.join('').length,
  }
}
