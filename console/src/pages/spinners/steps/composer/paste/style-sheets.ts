/** The properties of style sheets by which the e-mail editor recognises hidden text, buttons and alignment. */
const properties = ['display', 'visibility', 'background-color', 'text-align'] as const

const maxLength = 200_000

/** Returns the contents of the style elements of an HTML text. */
export function styleSheetsIn(html: string): string {
  return [...html.matchAll(/<style\b[^>]*>([^]*?)<\/style\s*>/gi)].map(([, text]) => text).join('\n')
}

/**
 * Writes some properties of style sheets into the elements that have none of their own. Conditions on the screen, such as
 * `@media`, are left out. The policy of the page does not concern sheets that are made by a script and used nowhere.
 */
export function applyStyleSheets(body: HTMLElement, text: string): void {
  if (text === '' || text.length > maxLength) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  const values = new Map<HTMLElement, Map<string, string>>()
  for (const rule of sheet.cssRules) {
    if (!(rule instanceof CSSStyleRule)) continue
    const declared = properties.flatMap((name) => {
      const value = rule.style.getPropertyValue(name)
      return value === '' ? [] : [[name, value] as const]
    })
    if (declared.length === 0) continue
    for (const element of body.querySelectorAll<HTMLElement>(rule.selectorText))
      values.set(element, new Map([...(values.get(element) ?? []), ...declared]))
  }
  for (const [element, declared] of values)
    for (const [name, value] of declared)
      if (element.style.getPropertyValue(name) === '') element.style.setProperty(name, value)
}
