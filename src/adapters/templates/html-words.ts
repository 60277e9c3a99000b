/** More HTML than mail programs show. The rest of a longer message is not in its text. */
const longestHtml = 500_000

/**
 * Tags of a message, opening and closing. The parser of html-to-text takes the square of their number if each lies in
 * the one before, whatever depth it is told to go to: 116,000 took 3.9 s. So many take less than 100 ms.
 */
const mostTags = 20_000

export function beginningOf(html: string): string {
  return html.slice(0, longestHtml)
}

/** Returns whether html-to-text reads the HTML in a bounded time. */
export function isEasy(html: string): boolean {
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1))
    if (isTagAt(html, at) && ++tags > mostTags) return false
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

/** Returns the words of HTML without its tags, going through it once. For HTML that is too large or too deep to lay out. */
export function wordsOf(html: string): string {
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
