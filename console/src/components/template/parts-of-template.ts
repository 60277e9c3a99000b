/** A value in a template: `{{ name }}`, `{{ ["E-Mail"] }}` or `{{ trigger.plan | default: "none" }}`. */
const valueTag = /\{\{\s*(?:\[\s*("(?:[^"\\]|\\.)*")\s*\]|([^\s|}[\]]+))[^}]*\}\}/g

interface Part {
  /** The position of the part in the template. */
  readonly at: number
  readonly text: string
  readonly isValue: boolean
}

/** Divides a template into its texts and the names of its values. */
export function partsOfTemplate(template: string): readonly Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of template.matchAll(valueTag)) {
    const [tag, quoted, plain] = match
    if (match.index > end) parts.push({ at: end, text: template.slice(end, match.index), isValue: false })
    parts.push({ at: match.index, text: nameOf(quoted, plain), isValue: true })
    end = match.index + tag.length
  }
  if (end < template.length) parts.push({ at: end, text: template.slice(end), isValue: false })
  return parts
}

function nameOf(quoted: string | undefined, plain: string | undefined): string {
  if (quoted === undefined) return plain ?? ''
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted
  }
}

/** Returns a template as text in which the name of each value stands in angle quotes: "Welcome, ‹name›". */
export function wordsOfTemplate(template: string): string {
  return partsOfTemplate(template)
    .map(({ text, isValue }) => (isValue ? `‹${text}›` : text))
    .join('')
}

/** Returns a template in HTML in which the name of each value is marked. In attributes, the name stands alone. */
export function htmlWithNames(template: string): string {
  return template.replaceAll(/<[^>]*>|[^<]+/g, (part) =>
    partsOfTemplate(part)
      .map(({ text, isValue }) => {
        if (!isValue) return text
        return part.startsWith('<') ? escaped(text) : `<mark>${escaped(text)}</mark>`
      })
      .join(''),
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
