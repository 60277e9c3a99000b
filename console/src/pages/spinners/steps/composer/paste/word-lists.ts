/** The marker of a numbered list in Word, such as "1." or "b)". */
const numbered = /^\s*(?:\d+|[a-z]|[ivxlc]+)[.)]/i

/**
 * Turns the paragraphs that Word writes for the items of a list into lists. Word gives each of them a level, and writes
 * its marker as text.
 */
export function withWordLists(body: HTMLElement): void {
  const items = [...body.querySelectorAll('p')].filter((item) => levelOf(item) !== null)
  const lists: HTMLElement[] = []
  let last: Element | null = null
  let id: string | null = null
  for (const item of items) {
    const depth = Math.min(levelOf(item) ?? 1, lists.length + 1)
    const itemId = listOf(item)
    const isFirst = last === null || item.previousElementSibling !== last || (depth === 1 && itemId !== id)
    id = itemId
    if (isFirst) lists.length = 0
    else lists.length = Math.min(lists.length, depth)
    const markers = [...item.querySelectorAll('span')].filter((span) =>
      /mso-list:\s*ignore/i.test(attribute(span)),
    )
    const tag = numbered.test(markers[0]?.textContent ?? item.textContent ?? '') ? 'ol' : 'ul'
    for (const marker of markers) marker.remove()
    if (lists.length < depth) {
      const list = body.ownerDocument.createElement(tag)
      const parent = lists.at(-1)?.lastElementChild
      if (parent == null) item.before(list)
      else parent.append(list)
      lists.push(list)
    }
    const entry = body.ownerDocument.createElement('li')
    lists.at(-1)?.append(entry)
    // The list stands where its first paragraph stood, so the next paragraph follows the list.
    last = lists[0] ?? null
    item.removeAttribute('style')
    entry.append(item)
  }
}

/** Returns the level of a paragraph in a list of Word, from 1; null for any other paragraph. */
function levelOf(item: Element): number | null {
  const level = /mso-list:[^;]*\blevel(\d+)/i.exec(attribute(item))?.[1]
  return level === undefined ? null : Number(level)
}

/** Returns the id that Word gives the list of a paragraph. */
function listOf(item: Element): string | null {
  return /mso-list:\s*(\S+)/i.exec(attribute(item))?.[1] ?? null
}

function attribute(element: Element): string {
  return element.getAttribute('style') ?? ''
}
