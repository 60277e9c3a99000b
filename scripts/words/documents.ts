import type { Comment } from './comments.ts'

/** Returns the paragraphs of a Markdown document, without blocks of code. Each heading and row of a table counts as one. */
export function paragraphsOf(source: string): readonly Comment[] {
  let isCode = false
  return source.split('\n').flatMap((line, index) => {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    return isFence || isCode || line.trim() === '' ? [] : [{ line: index + 1, text: line.trim() }]
  })
}
