import { htmlOfButton } from '../blocks/block-html.ts'
import { alignmentOf, besideOf, buttonOf } from '../blocks/block-of-table.ts'
import { hexOf } from '../blocks/color.ts'

const blocks = 'address,article,blockquote,div,dl,h1,h2,h3,h4,h5,h6,hr,ol,p,pre,section,table,ul'

/**
 * Replaces tables that only arrange text, as newsletters use them, by their contents: each cell becomes a block. The cells
 * of a row of short texts, as in an invoice, become one line. Buttons and images beside text stay.
 */
export function withoutLayoutTables(body: HTMLElement): void {
  // Inner tables come last in the document, and are replaced first.
  for (const table of [...body.querySelectorAll('table')].toReversed()) {
    if (isBlock(table) || isInBlock(table)) continue
    const rows = [...table.rows].map((row) => linesOf([...row.cells].filter(hasContent)))
    table.replaceWith(...rows.flat())
  }
}

/** Replaces links that look like buttons, and stand alone in their block, by buttons of the editor. */
export function withButtons(body: HTMLElement): void {
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (isInBlock(link)) continue
    const text = (link.textContent ?? '').trim()
    const color = hexOf(backgroundOf(link) || backgroundOf(frameOf(link)))
    if (text === '' || color === null || color === '#ffffff' || link.querySelector('img') !== null) continue
    const frame = frameOf(link)
    if (frame?.nodeName === 'LI' || (frame?.textContent ?? '').trim() !== text) continue
    const align = frame === null ? 'left' : (alignmentOf(frame) ?? 'left')
    const holder = document.createElement('div')
    holder.innerHTML = htmlOfButton({ text, href: link.getAttribute('href') ?? '', color, align })
    const isParagraph = frame !== null && /^(?:P|H[1-3])$/.test(frame.nodeName)
    const former = isParagraph ? frame : link
    former.replaceWith(...holder.childNodes)
  }
}

/** Returns the block in which a link stands. */
function frameOf(link: Element): HTMLElement | null {
  return link.parentElement?.closest<HTMLElement>('td,th,p,div,li,h1,h2,h3') ?? null
}

function backgroundOf(element: HTMLElement | null): string {
  return element?.style.backgroundColor || (element?.getAttribute('bgcolor') ?? '')
}

function isBlock(table: Element): boolean {
  return buttonOf(table) !== false || besideOf(table) !== false
}

/** Returns whether an element is a part of a button or of an image beside text. */
function isInBlock(element: Element): boolean {
  for (
    let table = element.parentElement?.closest('table');
    table != null;
    table = table.parentElement?.closest('table')
  )
    if (isBlock(table)) return true
  return false
}

function hasContent(cell: Element): boolean {
  return (cell.textContent ?? '').trim() !== '' || cell.querySelector('img,hr,table') !== null
}

/** Returns the blocks that replace the cells of a row. */
function linesOf(cells: readonly HTMLElement[]): readonly HTMLElement[] {
  const isLine = cells.length > 1 && cells.every((cell) => cell.querySelector(blocks) === null)
  return (isLine ? [cells] : cells.map((cell) => [cell])).map((parts) => {
    const [first] = parts
    const isText = parts.every((cell) => cell.querySelector(blocks) === null)
    const block = document.createElement(isText ? 'p' : 'div')
    const align = first === undefined ? null : alignmentOf(first)
    if (isText && !isLine && align !== null) block.style.textAlign = align
    for (const [index, cell] of parts.entries()) {
      const content = isText ? styledText(cell) : cell.childNodes
      block.append(...(index === 0 ? [] : [' ']), ...content)
    }
    return block
  })
}

/** Returns the contents of a cell with the looks of text that the cell has. */
function styledText(cell: HTMLElement): readonly Node[] {
  const { color, fontWeight, fontStyle } = cell.style
  if (color === '' && fontWeight === '' && fontStyle === '') return [...cell.childNodes]
  const span = document.createElement('span')
  Object.assign(span.style, { color, fontWeight, fontStyle })
  span.append(...cell.childNodes)
  return [span]
}
