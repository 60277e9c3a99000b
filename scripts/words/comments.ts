export interface Comment {
  /** The number of the first line of the comment, from 1. */
  readonly line: number
  readonly text: string
}

const block = /^\{?\/\*\*?\s*(?<text>.*?)(?<end>\*\/\}?)?$/
/**
 * Matches a line comment. Two dashes begin one only before a space or the end of the line: texts in template
 * literals, such as mails, have lines of dashes.
 */
const lineComment = /^(?:\/\/|--(?=\s|$))(?!!)\s?(?<text>.*)$/
/**
 * Matches a comment after code in the same line. The text has no quotes, because a string may contain
 * slashes.
 */
const trailing = /\S\s+\/\/ (?<text>[^'"`]*)$/
/** Matches comments that are directives for tools, such as a linter, and not text for readers. */
const directive = /^(?:biome-ignore|oxlint-disable|@ts-|@vite)/

/**
 * Returns the comments of a source file in TypeScript, SQL or CSS. Consecutive line comments count as one.
 */
export function commentsOf(source: string): readonly Comment[] {
  const lines = source.split('\n').map((line) => line.trim())
  const comments: Comment[] = []
  for (let at = 0; at < lines.length; at++) {
    const begun = at
    const line = lines[at] ?? ''
    const opened = block.exec(line)
    const started = lineComment.exec(line)
    let text = (opened ?? started ?? trailing.exec(line))?.groups?.['text'] ?? ''
    if (opened !== null && opened.groups?.['end'] === undefined)
      while (++at < lines.length && !lines[at]?.includes('*/')) text += ` ${lines[at]?.replace(/^\*\s?/, '')}`
    if (started !== null)
      for (let next; (next = lineComment.exec(lines[at + 1] ?? '')) !== null; at++)
        text += ` ${next.groups?.['text']}`
    text = text.trim()
    if (text !== '' && !directive.test(text)) comments.push({ line: begun + 1, text })
  }
  return comments
}
