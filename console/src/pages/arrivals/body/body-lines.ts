import type { Tree } from './body-tree.ts'

export interface Line {
  readonly no: number
  readonly depth: number
  readonly text: string
  /** The value in the arrival's body that begins on this line; null for the line of a closing bracket. */
  readonly tree: Tree | null
}

/** Returns the body of an arrival as lines of JSON, one line for each value. */
export function linesOf(
  tree: Tree,
  most: number,
): { readonly lines: readonly Line[]; readonly isCut: boolean } {
  const lines: Line[] = []
  const put = (depth: number, text: string, begun: Tree | null) =>
    lines.push({ no: lines.length + 1, depth, text, tree: begun })
  const write = (value: Tree, depth: number, before: string, after: string): void => {
    if (lines.length >= most) return
    if (value.kind === 'scalar') {
      put(depth, `${before}${value.text}${after}`, value)
      return
    }
    const [open, close] = value.kind === 'list' ? '[]' : '{}'
    const inner = value.kind === 'list' ? value.items.map((item) => ['', item] as const) : value.entries
    if (inner.length === 0) {
      put(depth, `${before}${open}${close}${after}`, value)
      return
    }
    put(depth, `${before}${open}`, value)
    inner.forEach(([key, item], index) => {
      const name = value.kind === 'list' ? '' : `${JSON.stringify(key)}: `
      write(item, depth + 1, name, index === inner.length - 1 ? '' : ',')
    })
    put(depth, `${close}${after}`, null)
  }
  write(tree, 0, '', '')
  return { lines: lines.slice(0, most), isCut: lines.length >= most }
}
