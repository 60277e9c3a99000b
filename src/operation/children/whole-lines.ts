import type { Readable } from 'node:stream'

/**
 * Passes on the output of a child process in whole lines. If several processes wrote to one pipe directly, a
 * slow reader would get mixed lines.
 */
export function wholeLines(stream: Readable | null, write: (lines: string) => void): void {
  let rest = ''
  stream?.setEncoding('utf8').on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) write(rest + text.slice(0, end))
    rest = end > 0 ? text.slice(end) : rest + text
  })
  stream?.once('end', () => {
    if (rest !== '') write(`${rest}\n`)
  })
}
