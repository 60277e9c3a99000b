/** The entries of the lists and tables on the page; the navigation is outside the page. */
const entries = '#content tbody tr, #content ul > li, #content ol > li'
const main = 'a[href], button:not(:disabled)'

/**
 * Moves the focus to the next entry of the lists on the page, or with -1 to the previous one: to the first link or
 * button of the entry. Starts at the first entry if no entry has the focus.
 */
export function focusBeside(way: 1 | -1): void {
  const targets = [...document.querySelectorAll(entries)].flatMap((entry) => {
    const target = [...entry.querySelectorAll<HTMLElement>(main)].find(isShown)
    return target === undefined ? [] : [target]
  })
  const present = document.activeElement?.closest(entries) ?? null
  const at = targets.findIndex((target) => present?.contains(target) === true)
  const next = targets[at === -1 ? 0 : at + way]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0
}
