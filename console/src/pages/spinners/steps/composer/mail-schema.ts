import { type DOMOutputSpec, Schema } from 'prosemirror-model'

const text = (dom: HTMLElement, name: string) => dom.getAttribute(name) ?? ''
const block = (tag: string) => (): DOMOutputSpec => [tag, 0]

/** The document schema of the e-mail editor, limited to what every mail program shows alike. */
export const mailSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: block('p') },
    heading: {
      content: 'inline*',
      group: 'block',
      defining: true,
      attrs: { level: { default: 2 } },
      parseDOM: [1, 2, 3].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }): DOMOutputSpec => [`h${String(attrs['level'])}`, 0],
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
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  },
})
