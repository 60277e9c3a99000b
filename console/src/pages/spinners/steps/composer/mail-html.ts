import type { Mark, Node } from 'prosemirror-model'
import {
  type BesideAttributes,
  type ButtonAttributes,
  htmlOfBeside,
  htmlOfButton,
} from './blocks/block-html.ts'
import { escapedAttribute, escapedText } from './blocks/escaped.ts'

/** Returns an edited e-mail as HTML with plain elements, and with template tags as they were typed. */
export function htmlOf(doc: Node): string {
  const only = doc.childCount === 1 ? doc.firstChild : null
  if (only?.type.name === 'paragraph' && only.childCount === 0) return ''
  return blocks(doc)
}

function blocks(parent: Node): string {
  return childrenOf(parent).map(block).join('\n')
}

function block(node: Node): string {
  switch (node.type.name) {
    case 'heading': {
      const tag = `h${String(node.attrs['level'])}`
      return `<${tag}${alignment(node)}>${inline(node)}</${tag}>`
    }
    case 'blockquote':
      return `<blockquote>\n${blocks(node)}\n</blockquote>`
    case 'bullet_list':
      return `<ul>\n${blocks(node)}\n</ul>`
    case 'ordered_list':
      return `<ol>\n${blocks(node)}\n</ol>`
    case 'list_item': {
      const only = node.childCount === 1 && node.firstChild?.attrs['align'] === null ? node.firstChild : null
      return `<li>${only === null ? `\n${blocks(node)}\n` : inline(only)}</li>`
    }
    case 'horizontal_rule':
      return '<hr>'
    case 'button':
      return htmlOfButton(node.attrs as ButtonAttributes)
    case 'beside':
      return htmlOfBeside(node.attrs as BesideAttributes, blocks(node))
    default:
      return `<p${alignment(node)}>${inline(node)}</p>`
  }
}

function alignment({ attrs }: Node): string {
  return attrs['align'] === null ? '' : ` style="text-align:${String(attrs['align'])}"`
}

/**
 * Returns the text of a paragraph as HTML. Keeps the formats that two neighbouring texts share, such as bold,
 * in one element, so that elements nest correctly.
 */
function inline(parent: Node): string {
  let html = ''
  let open: readonly Mark[] = []
  for (const node of childrenOf(parent)) {
    let same = 0
    while (same < open.length && node.marks[same]?.eq(open[same] as Mark) === true) same++
    for (const mark of open.slice(same).toReversed()) html += closing(mark)
    for (const mark of node.marks.slice(same)) html += opening(mark)
    open = node.marks
    html += leaf(node)
  }
  for (const mark of open.toReversed()) html += closing(mark)
  return html
}

function leaf(node: Node): string {
  if (node.isText) return escapedText(node.text ?? '')
  if (node.type.name === 'hard_break') return '<br>'
  const { src, alt } = node.attrs as { src: string; alt: string }
  return `<img src="${escapedAttribute(src)}" alt="${escapedAttribute(alt)}" style="max-width:100%;height:auto">`
}

function opening(mark: Mark): string {
  if (mark.type.name === 'color') return `<span style="color:${String(mark.attrs['color'])}">`
  if (mark.type.name !== 'link') return `<${mark.type.name}>`
  return `<a href="${escapedAttribute(String(mark.attrs['href']))}">`
}

function closing({ type: { name } }: Mark): string {
  return name === 'link' ? '</a>' : name === 'color' ? '</span>' : `</${name}>`
}

function childrenOf(parent: Node): readonly Node[] {
  return Array.from({ length: parent.childCount }, (_, index) => parent.child(index))
}

/**
 * Returns the HTML of an e-mail for comparisons: without space between blocks, and with one spelling for each
 * element.
 */
export function comparableHtml(html: string): string {
  return html
    .replaceAll(/<(\/?)b>/gi, '<$1strong>')
    .replaceAll(/<(\/?)i>/gi, '<$1em>')
    .replaceAll(/<(br|hr)\s*\/>/gi, '<$1>')
    .replaceAll(/ style="max-width:100%;height:auto"/g, '')
    .replaceAll(/<\/?tbody>/gi, '')
    .replaceAll(/\s*(<\/?(?:p|h[1-3]|ul|ol|li|blockquote|hr|br|table|tr|td)(?:\s[^<>]*)?>)\s*/gi, '$1')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<li><p>([^]*?)<\/p><\/li>/g, '<li>$1</li>')
    .trim()
}

/** Returns plain text as HTML paragraphs, as a start for editing an e-mail. */
export function htmlOfText(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapedText(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}
