import { t } from '../../../../../languages/text.ts'
import { completedLink } from './completed-link.ts'
import { withButtons, withoutLayoutTables } from './layout-tables.ts'
import { applyStyleSheets, styleSheetsIn } from './style-sheets.ts'
import { withWordLists } from './word-lists.ts'

/** HTML from elsewhere that the e-mail editor can take over, with the names of the parts that it lost. */
export interface CleanHtml {
  readonly html: string
  readonly losses: readonly string[]
}

/**
 * Returns the HTML of a message or of copied text, as from Word, Gmail or a newsletter, reduced to what the e-mail
 * editor can take over. Removes styles and scripts as text, because the policy of the page would check and report them
 * if they were parsed.
 */
export function cleanHtml(html: string): CleanHtml {
  const losses = new Set<string>()
  const without = (text: string, pattern: RegExp, loss: string | null) => {
    if (loss !== null && pattern.test(text)) losses.add(loss)
    return text.replaceAll(pattern, '')
  }
  let text = without(html, /<style\b[^]*?<\/style\s*>/gi, t('style sheets'))
  text = without(text, /<script\b[^]*?<\/script\s*>/gi, 'scripts')
  // Word writes the marker of a list item in such a condition.
  text = text.replaceAll(
    /<!(?:--)?\[if !supportLists\](?:--)?>([^]*?)<!(?:--)?\[endif\](?:--)?>/gi,
    '<span style="mso-list:Ignore">$1</span>',
  )
  text = without(text, /<!--\[if(?:(?!-->)[^])*<!\[endif\]-->/gi, t('parts for Outlook alone'))
  text = without(text, /<!--[^]*?-->|<!\[[^\]]*\]>/g, null)
  text = without(
    text,
    /<(?:xml|title|svg)\b[^]*?<\/(?:xml|title|svg)\s*>|<(?:meta|link|base)\b[^>]*>/gi,
    null,
  )
  text = text.replaceAll(/(<[^<>]*?)\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '$1')
  const page = new DOMParser().parseFromString(text, 'text/html')
  applyStyleSheets(page.body, styleSheetsIn(html))
  withWordLists(page.body)
  withButtons(page.body)
  for (const element of page.body.querySelectorAll('*')) cleanElement(element as HTMLElement, losses)
  if (hasLayout(page.body)) losses.add(t('the layout of tables'))
  withoutLayoutTables(page.body)
  return { html: page.body.innerHTML, losses: [...losses] }
}

/** Returns whether a table is more than a frame around one column of text. */
function hasLayout(body: HTMLElement): boolean {
  return [...body.querySelectorAll('tr')].some(
    (row) => [...row.children].filter((cell) => (cell.textContent ?? '').trim() !== '').length > 1,
  )
}

function cleanElement(element: HTMLElement, losses: Set<string>): void {
  const { style, tagName } = element
  if (/:/.test(tagName) || (tagName === 'B' && style.fontWeight === 'normal')) return unwrap(element)
  if (isHidden(style)) {
    if ((element.textContent ?? '').trim() !== '') losses.add(t('hidden text'))
    return element.remove()
  }
  if (isUsual(style.color)) style.removeProperty('color')
  if (tagName === 'FONT' && element.hasAttribute('color')) style.color = element.getAttribute('color') ?? ''
  const background = style.backgroundColor || (element.getAttribute('bgcolor') ?? '')
  if (background !== '' && !isWhite(background)) losses.add(t('background colours'))
  if (tagName === 'A') cleanLink(element)
  if (tagName === 'IMG') cleanImage(element, losses)
}

/** Removes an element and keeps its contents. */
function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

function isHidden({ display, visibility }: CSSStyleDeclaration): boolean {
  return display === 'none' || visibility === 'hidden'
}

/** Returns whether a colour is the usual one of text: nearly black, or white, which needs a background. */
function isUsual(color: string): boolean {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color)?.slice(1)
  const channels =
    hex?.map((digits) => Number.parseInt(digits, 16)) ?? color.match(/\d+/g)?.slice(0, 3).map(Number) ?? []
  if (!color.startsWith('rgb')) return ['black', 'white', 'windowtext', 'inherit', 'initial'].includes(color)
  return channels.every((channel) => channel < 64) || channels.every((channel) => channel > 239)
}

function isWhite(color: string): boolean {
  const channels = color.match(/\d+/g)?.slice(0, 3).map(Number) ?? []
  return (
    /^(?:#fff(?:fff)?|white|transparent|inherit|initial|none)$/i.test(color) ||
    (channels.length === 3 && channels.every((channel) => channel > 245))
  )
}

function cleanLink(link: Element): void {
  const href = completedLink(link.getAttribute('href') ?? '')
  if (/^(?:https?:|mailto:|tel:|\{\{)/i.test(href)) link.setAttribute('href', href)
  else link.removeAttribute('href')
}

/** Removes images that no recipient could load, and those that only count readers. */
function cleanImage(image: Element, losses: Set<string>): void {
  const src = image.getAttribute('src') ?? ''
  const isDot = ['width', 'height'].some((side) => /^[01](?:px)?$/.test(image.getAttribute(side) ?? ''))
  if (!isDot && /^(?:https?:|cid:|\{\{)/i.test(src)) return
  if (!isDot) losses.add(t('images that are on your computer (upload them with Image)'))
  image.remove()
}
