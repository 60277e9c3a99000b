import type { Node } from 'prosemirror-model'

/** Returns a signature as plain text: its lines, and the addresses of its links that are not their text. */
export function textOfSignature(doc: Node): string {
  const lines: string[] = []
  doc.descendants((block) => {
    if (!block.isTextblock) return true
    lines.push(lineOf(block))
    return false
  })
  return lines.join('\n').trim()
}

function lineOf(block: Node): string {
  let line = ''
  let open: string | null = null
  let words = ''
  const close = () => {
    if (open !== null && !isSameAddress(open, words)) line += ` (${open.replace(/^mailto:/, '')})`
    open = null
    words = ''
  }
  block.forEach((node) => {
    const href = linkOf(node)
    if (href !== open) close()
    open = href
    const text = node.isText ? (node.text ?? '') : node.type.name === 'hard_break' ? '\n' : altOf(node)
    words += text
    line += text
  })
  close()
  return line
}

function linkOf(node: Node): string | null {
  const mark = node.marks.find(({ type }) => type.name === 'link')
  return mark === undefined ? null : String(mark.attrs['href'])
}

function altOf(node: Node): string {
  const { alt } = node.attrs as { readonly alt?: string }
  return alt ?? ''
}

/** Returns whether the text of a link names its address, such as "example.com" for "https://example.com/". */
function isSameAddress(href: string, words: string): boolean {
  const bare = (text: string) =>
    text
      .trim()
      .replace(/^(?:https?:\/\/|mailto:|tel:)/i, '')
      .replace(/\/$/, '')
  return bare(href).toLowerCase() === bare(words).toLowerCase()
}
