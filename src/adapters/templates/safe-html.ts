import { isTagAt } from '../../domain/text/html-words.ts'

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
