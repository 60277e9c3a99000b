const templateTag = /(\{\{[^]*?\}\}|\{%[^]*?%\})/

/**
 * Escapes a text for HTML. Inside template tags, escapes only text that a browser would read as an element,
 * so that the template keeps its meaning.
 */
export function escapedText(text: string): string {
  return text
    .split(templateTag)
    .map((part, index) =>
      index % 2 === 1
        ? part.replaceAll(/<(?=[a-z/!?])/gi, '&lt;')
        : part
            .replaceAll('&', '&amp;')
            .replaceAll('<', '&lt;')
            .replaceAll('>', '&gt;')
            .replaceAll('\u00a0', '&nbsp;'),
    )
    .join('')
}

/**
 * Escapes the value of an HTML attribute. Double quotes inside template tags become single quotes, which mean
 * the same.
 */
export function escapedAttribute(text: string): string {
  return text
    .split(templateTag)
    .map((part, index) =>
      index % 2 === 1
        ? part.replaceAll('"', "'")
        : part.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
    )
    .join('')
}
