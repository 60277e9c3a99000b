import type { FileRow } from '../../../../domain/arrival/import/row-fault.ts'
import { mostRecordsPerAppend } from '../../../../domain/table/cell.ts'

/** Longer than any honest row; what a quote that is never closed runs into. */
export const longestRow = 1_000_000

/** A chunk may weigh so many characters; its rows may be 1,000,000 each. */
const heavy = 1_000_000

/** As many rows at once as an append takes, or fewer that are heavy; lets others go first after each chunk. */
export async function* inChunks(
  rows: AsyncIterator<FileRow>,
  inTime: <Result>(work: Promise<Result>) => Promise<Result>,
  giveWay: () => Promise<void>,
): AsyncIterable<readonly FileRow[]> {
  for (;;) {
    const { chunk, isLast } = await inTime(nextChunk(rows))
    if (chunk.length > 0) yield chunk
    if (isLast) return
    await giveWay()
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
