import { sessionEnd } from '../account/session-end.ts'
import { consoleHeaders, refusal, unreachable } from '../client.ts'

/** The part of a list that has been received as CSV. */
export interface CsvProgress {
  readonly rows: number
  readonly bytes: number
}

/** A list of the API that can be read as CSV, with the filter of the page. */
export interface CsvList {
  /** The path of the list, such as `/api/v1/people`. */
  readonly path: string
  readonly filter: Readonly<Record<string, string | number | undefined>>
  /** The name of the file. */
  readonly fileName: string
}

/** The bytes after which the received part is moved into a blob, which browsers can keep outside of the page's memory. */
const blobBytes = 8 * 1024 * 1024
/** The milliseconds between two reports of the progress. */
const reportEveryMs = 100

const quote = 0x22
const lineFeed = 0x0a

/**
 * Reads a whole list as CSV. `report` is called with the progress. Throws if the service refuses the list or the
 * connection breaks, so that a part is never saved as the whole. The file begins with a byte order mark, by which
 * spreadsheet programs recognize UTF-8.
 */
export async function readCsv(
  { path, filter }: CsvList,
  report: (progress: CsvProgress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const body = await bodyOf(path, filter, signal)
  const reader = body.getReader()
  const count = rowCounter()
  const parts: Blob[] = [new Blob(['\uFEFF'])]
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let [bytes, waiting, reportedAt] = [0, 0, 0]
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw signal.aborted ? cause : unreachable(cause)
    })
    if (done) break
    chunks.push(value)
    bytes += value.length
    waiting += value.length
    const rows = count(value)
    if (waiting > blobBytes) {
      parts.push(new Blob(chunks))
      chunks = []
      waiting = 0
    }
    if (performance.now() - reportedAt > reportEveryMs) {
      report({ rows, bytes })
      reportedAt = performance.now()
    }
  }
  report({ rows: count(new Uint8Array()), bytes })
  return new Blob([...parts, ...chunks], { type: 'text/csv' })
}

async function bodyOf(
  path: string,
  filter: CsvList['filter'],
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const session = sessionEnd.present()
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value))
  const url = query.size === 0 ? path : `${path}?${query}`
  const headers = { ...consoleHeaders, Accept: 'text/csv' }
  const response = await fetch(url, { headers, signal }).catch((cause: unknown) => {
    throw signal.aborted ? cause : unreachable(cause)
  })
  if (response.ok && response.body !== null) return response.body
  throw refusal({ body: await response.json().catch(() => null), session })
}

/**
 * Returns a function that counts the rows of a CSV that arrives in parts, without its header. Line breaks between
 * quotes belong to a cell.
 */
function rowCounter(): (part: Uint8Array) => number {
  let lines = 0
  let isQuoted = false
  return (part) => {
    for (const byte of part) {
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === lineFeed && !isQuoted) lines++
    }
    return Math.max(0, lines - 1)
  }
}
