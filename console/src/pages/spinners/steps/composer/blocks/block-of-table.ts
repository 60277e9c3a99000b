import type { Align, BesideAttributes, ButtonAttributes } from './block-html.ts'
import { hexOf } from './color.ts'

/** Returns the value of a property in the style attribute of an element; an empty text if it has none. */
function styleOf(dom: Element, property: string): string {
  const declarations = (dom.getAttribute('style') ?? '').split(';').map((one) => one.split(':'))
  return declarations.findLast(([name = '']) => name.trim().toLowerCase() === property)?.[1]?.trim() ?? ''
}

/** Returns the alignment of a paragraph or a heading; null for the usual one. */
export function alignmentOf(dom: Element): 'center' | 'right' | null {
  const align = (styleOf(dom, 'text-align') || (dom.getAttribute('align') ?? '')).toLowerCase()
  return align === 'center' || align === 'right' ? align : null
}

/** Returns the attributes of the button that a table shows; false for any other table. */
export function buttonOf(dom: Element): ButtonAttributes | false {
  const cell = cellOf(dom)
  const inner = cellOf(onlyChild(cell, 'TABLE'))
  const link = onlyChild(inner, 'A')
  const color = hexOf(inner?.getAttribute('bgcolor') ?? '')
  const align = cell?.getAttribute('align') ?? ''
  if (link === null || color === null || !isAlign(align)) return false
  return { text: link.textContent ?? '', href: link.getAttribute('href') ?? '', color, align }
}

/** Returns the attributes of the image beside text that a table shows; false for any other table. */
export function besideOf(dom: Element): BesideAttributes | false {
  const [pictured, written, ...others] = elementsIn(cellOf(dom))
  const image = onlyChild(cellOf(pictured ?? null), 'IMG')
  const side = pictured?.getAttribute('align')
  if (image === null || others.length > 0 || cellOf(written ?? null) === null) return false
  if (side !== 'left' && side !== 'right') return false
  return { side, src: image.getAttribute('src') ?? '', alt: image.getAttribute('alt') ?? '' }
}

/** Returns the cell with the text of an image beside text. */
export function textCellOf(dom: Element): Element {
  const [, written = null] = elementsIn(cellOf(dom))
  return cellOf(written) ?? dom
}

function isAlign(text: string): text is Align {
  return text === 'left' || text === 'center' || text === 'right'
}

/** Returns the cell of a table with one cell; null for any other element. */
function cellOf(table: Element | null): Element | null {
  if (table === null || table.nodeName !== 'TABLE') return null
  return onlyChild(onlyChild(onlyChild(table, 'TBODY') ?? table, 'TR'), 'TD')
}

function onlyChild(parent: Element | null, name: string): Element | null {
  const [first, ...others] = elementsIn(parent)
  return first?.nodeName === name && others.length === 0 ? first : null
}

function elementsIn(parent: Element | null): readonly Element[] {
  return [...(parent?.childNodes ?? [])].filter((node): node is Element => node.nodeType === 1)
}
