/** A value in a template: `{{ name }}`, `{{ ["E-Mail"] }}` or `{{ trigger.plan | default: "none" }}`. */
const valueTag = /\{\{-?\s*(\[\s*(?:"(?:[^"\\]|\\.)*"|'[^']*')\s*\]|[^\s|}[\]"']+)\s*((?:\|[^}]*)?)-?\}\}/g
const fallbackFilter = /\|\s*default:\s*("(?:[^"\\]|\\.)*"|'[^']*')\s*/

export interface ValueTag {
  /** The position of the tag in the template, and its text. */
  readonly at: number
  readonly text: string
  /** The name of the column or of the trigger data. */
  readonly name: string
  /** The word for empty cells; null if the tag has none, so that an empty cell fails the recipient. */
  readonly fallback: string | null
}

/** Returns the values in a template. */
export function valueTagsIn(template: string): readonly ValueTag[] {
  return [...template.matchAll(valueTag)].map(({ index, 0: text, 1: reference = '', 2: filters = '' }) => {
    const quoted = fallbackFilter.exec(filters)?.[1]
    const name = reference.startsWith('[') ? unquoted(reference.slice(1, -1).trim()) : reference
    return { at: index, text, name, fallback: quoted === undefined ? null : unquoted(quoted) }
  })
}

/** Returns the text of a value with another word for empty cells; null removes the word. Other filters stay. */
function withFallback({ text, fallback }: ValueTag, word: string | null): string {
  const plain = fallback === null ? text : text.replace(fallbackFilter, '')
  if (word === null) return plain
  // A double quote would end the word.
  const filter = `| default: ${JSON.stringify(word.replaceAll('"', '”'))} `
  const pipe = plain.indexOf('|')
  const at = pipe === -1 ? plain.search(/\s*-?\}\}$/) : pipe
  const [before, after] = [plain.slice(0, at).trimEnd(), plain.slice(at).trimStart()]
  return `${before} ${filter}${after}`
}

/**
 * Returns a template in which all values with a name have another word for empty cells. A tag in an attribute of HTML
 * gets single quotes, because a double quote would end the attribute.
 */
export function withFallbackOf(template: string, name: string, word: string | null): string {
  return valueTagsIn(template)
    .filter((tag) => tag.name === name)
    .reduceRight((text, tag) => {
      const isInAttribute = text.lastIndexOf('<', tag.at) > text.lastIndexOf('>', tag.at)
      const changed = isInAttribute
        ? withFallback(tag, word?.replaceAll("'", '’') ?? null).replaceAll('"', "'")
        : withFallback(tag, word)
      return text.slice(0, tag.at) + changed + text.slice(tag.at + tag.text.length)
    }, template)
}

function unquoted(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1)
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}
