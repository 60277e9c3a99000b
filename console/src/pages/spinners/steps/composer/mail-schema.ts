import { type DOMOutputSpec, type Node, Schema } from 'prosemirror-model'
import { alignmentOf, besideOf, buttonOf, textCellOf } from './blocks/block-of-table.ts'
import { hexOf, inkOn } from './blocks/color.ts'

const text = (dom: HTMLElement, name: string) => dom.getAttribute(name) ?? ''
const block = (tag: string) => (): DOMOutputSpec => [tag, 0]
const aligned = ({ align }: Node['attrs']) => (align === null ? {} : { style: `text-align:${String(align)}` })
// The types of ProseMirror are those of a page, in which each parsed element is an HTMLElement.
const textCell = (dom: globalThis.Node) => textCellOf(dom as Element) as HTMLElement

function colorIn(value: string): { color: string } | false {
  const color = hexOf(value)
  return color === null ? false : { color }
}

/** The document schema of the e-mail editor, limited to what every mail program shows alike. */
export const mailSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      content: 'inline*',
      group: 'block',
      attrs: { align: { default: null } },
      parseDOM: [{ tag: 'p', getAttrs: (dom) => ({ align: alignmentOf(dom) }) }],
      toDOM: ({ attrs }): DOMOutputSpec => ['p', aligned(attrs), 0],
    },
    heading: {
      content: 'inline*',
      group: 'block',
      defining: true,
      attrs: { level: { default: 2 }, align: { default: null } },
      parseDOM: [1, 2, 3].map((level) => ({
        tag: `h${level}`,
        getAttrs: (dom) => ({ level, align: alignmentOf(dom) }),
      })),
      toDOM: ({ attrs }): DOMOutputSpec => [`h${String(attrs['level'])}`, aligned(attrs), 0],
    },
    blockquote: {
      content: 'block+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: block('blockquote'),
    },
    bullet_list: {
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ul' }],
      toDOM: block('ul'),
    },
    ordered_list: {
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ol' }],
      toDOM: block('ol'),
    },
    list_item: {
      content: 'paragraph block*',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: block('li'),
    },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    button: {
      group: 'block',
      draggable: true,
      attrs: { text: {}, href: {}, color: {}, align: {} },
      parseDOM: [{ tag: 'table', getAttrs: (dom) => buttonOf(dom) }],
      toDOM: ({ attrs }): DOMOutputSpec => [
        'div',
        { class: 'mail-button', style: `text-align:${String(attrs['align'])}`, title: String(attrs['href']) },
        [
          'span',
          { style: `background:${String(attrs['color'])};color:${inkOn(String(attrs['color']))}` },
          String(attrs['text']),
        ],
      ],
    },
    beside: {
      content: 'block+',
      group: 'block',
      defining: true,
      attrs: { side: {}, src: {}, alt: { default: '' } },
      parseDOM: [{ tag: 'table', getAttrs: (dom) => besideOf(dom), contentElement: textCell }],
      // Leaves out the image, which the view of the node adds.
      toDOM: (): DOMOutputSpec => ['div', { class: 'mail-beside' }, 0],
    },
    text: { group: 'inline' },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
    image: {
      inline: true,
      group: 'inline',
      draggable: true,
      attrs: { src: {}, alt: { default: '' } },
      parseDOM: [
        {
          tag: 'img[src]',
          getAttrs: (dom) => ({ src: text(dom, 'src'), alt: text(dom, 'alt') }),
        },
      ],
      // Leaves out the `src` of an image in an e-mail, because its address does not work in a page. The view
      // adds the image.
      toDOM: ({ attrs }) => ['img', { 'data-src': String(attrs['src']), alt: String(attrs['alt']) }],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [{ tag: 'a[href]', getAttrs: (dom) => ({ href: text(dom, 'href') }) }],
      toDOM: ({ attrs }): DOMOutputSpec => ['a', { title: String(attrs['href']) }, 0],
    },
    color: {
      attrs: { color: {} },
      parseDOM: [{ style: 'color', getAttrs: (value) => colorIn(value) }],
      toDOM: ({ attrs }): DOMOutputSpec => ['span', { style: `color:${String(attrs['color'])}` }, 0],
    },
    strong: {
      parseDOM: [
        { tag: 'strong' },
        { tag: 'b' },
        { style: 'font-weight', getAttrs: (value) => /^(?:bold|bolder|[6-9]00)$/.test(value) && null },
      ],
      toDOM: () => ['strong', 0],
    },
    em: {
      parseDOM: [
        { tag: 'em' },
        { tag: 'i' },
        { style: 'font-style', getAttrs: (value) => value === 'italic' && null },
      ],
      toDOM: () => ['em', 0],
    },
  },
})
