const newline = 10
const carriageReturn = 13
const space = 32
const tab = 9

/**
 * The largest number of lines of a mail that are parsed. A text of 64 kB in lines of 76 characters has 860.
 */
const maxLines = 4_000
/**
 * The longest header field of a mail in bytes, with its continuation lines. `References` of 100 mails has
 * about 7,000.
 */
const maxFieldLength = 8_000
/** The largest number of consecutive empty lines of a mail; further ones are dropped. */
const maxEmptyLines = 2

/**
 * Returns the mail without the lines that make its parser slow. The parser's time grows with the square of
 * the lines, of consecutive empty lines and of the addresses in a header. A mail of 96 kB could take seconds,
 * and strangers may send one.
 */
export function boundedMail(bytes: Buffer): Buffer {
  const chunks: Buffer[] = []
  let [lines, empty, field, isBody] = [0, 0, 0, false]
  for (let at = 0; at < bytes.length && lines < maxLines; ) {
    const end = bytes.indexOf(newline, at)
    const next = end === -1 ? bytes.length : end + 1
    const line = bytes.subarray(at, next)
    at = next
    if (isEmpty(line)) {
      isBody = true
      if (++empty > maxEmptyLines) continue
    } else empty = 0
    if (!isBody) {
      field = isContinuation(line) ? field + line.length : line.length
      if (field > maxFieldLength) {
        // Keeps the beginning of a mail header field that is one long line, and drops continuation lines
        // beyond the limit.
        if (field === line.length) chunks.push(line.subarray(0, maxFieldLength), Buffer.from('\r\n'))
        continue
      }
    }
    chunks.push(line)
    lines++
  }
  return Buffer.concat(chunks)
}

function isEmpty(line: Buffer): boolean {
  return line.every((byte) => byte === newline || byte === carriageReturn)
}

function isContinuation(line: Buffer): boolean {
  return line[0] === space || line[0] === tab
}
