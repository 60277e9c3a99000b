/**
 * The number of characters of HTML that are converted to plain text. It is more than mail programs show, and
 * the rest is left out.
 */
const maxHtmlLength = 500_000

/**
 * The largest number of opening and closing tags that html-to-text gets. The time of its parser grows with
 * the square of nested tags, whatever depth limit is set: 116,000 took 3.9 s. This number takes less than 100
 * ms.
 */
const maxTags = 20_000

export function beginningOf(html: string): string {
  return html.slice(0, maxHtmlLength)
}

/** Returns whether html-to-text can convert an HTML message in a bounded time. */
export function isSafeToLayOut(html: string): boolean {
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1))
    if (isTagAt(html, at) && ++tags > maxTags) return false
  return true
}

const endsLine = /^\/?(?:br|p|div|li|tr|h[1-6]|table|ul|ol|blockquote|pre|hr)$/
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
}

/**
 * Returns the words of an HTML message without its tags, in one pass. Used if html-to-text would take too
 * long.
 */
export function wordsOfHtml(html: string): string {
  const parts: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open === -1) break
    parts.push(html.slice(at, open))
    if (!isTagAt(html, open)) {
      parts.push('<')
      at = open + 1
      continue
    }
    const close = html.indexOf('>', open)
    if (close === -1) return tidy(parts)
    const name = nameAt(html, open + 1)
    parts.push(endsLine.test(name) ? '\n' : '')
    at = close + 1
    if (name !== 'style' && name !== 'script') continue
    const end = html.indexOf(`</${name}`, at)
    if (end === -1) return tidy(parts)
    at = end
  }
  parts.push(html.slice(at))
  return tidy(parts)
}

function isTagAt(html: string, open: number): boolean {
  return /[a-z/!?]/i.test(html.charAt(open + 1))
}

function nameAt(html: string, at: number): string {
  return /^\/?[a-z][a-z0-9]*/.exec(html.slice(at, at + 20).toLowerCase())?.[0] ?? ''
}

function tidy(parts: readonly string[]): string {
  return parts
    .join('')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .split('\n')
    .map((line) => line.replaceAll(/[\t\r\f ]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
