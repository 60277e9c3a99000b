import type { FileRow } from '../../../../domain/arrival/import/row-fault.ts'
import { mostRecordsPerAppend } from '../../../../domain/table/cell.ts'

/**
 * The largest number of characters in a row of a file. A row reaches this number only if it has a quote that
 * is never closed.
 */
export const maxRowLength = 1_000_000

/** The number of characters of rows after which a chunk ends. A single row may have 1,000,000. */
const heavy = 1_000_000

/**
 * Groups the rows of a file into chunks of as many as an append takes, or fewer if the rows are large. Lets
 * other requests go first after each chunk.
 */
export async function* chunkRows(
  rows: AsyncIterator<FileRow>,
  inTime: <Result>(work: Promise<Result>) => Promise<Result>,
  yieldToOthers: () => Promise<void>,
): AsyncIterable<readonly FileRow[]> {
  for (;;) {
    const { chunk, isLast } = await inTime(nextChunk(rows))
    if (chunk.length > 0) yield chunk
    if (isLast) return
    await yieldToOthers()
  }
}

async function nextChunk(
  rows: AsyncIterator<FileRow>,
): Promise<{ readonly chunk: readonly FileRow[]; readonly isLast: boolean }> {
  const chunk: FileRow[] = []
  let weight = 0
  while (chunk.length < mostRecordsPerAppend && weight < heavy) {
    const { done, value: row } = await rows.next()
    if (done === true) return { chunk, isLast: true }
    chunk.push(row)
    for (const cell of row.cells) weight += cell.length
  }
  return { chunk, isLast: false }
}
