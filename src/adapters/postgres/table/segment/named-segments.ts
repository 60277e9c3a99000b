import { segmentOfCause, wordsWithSegment } from '../../../../domain/spinner/segment/words-of-segment.ts'
import type { Statement } from '../../database.ts'
import type { Executor } from '../../rows.ts'
import type { RowOf } from '../../schema/columns.ts'

/** The stored reason of a recipient. */
interface ReasonRow extends Pick<RowOf<'recipients'>, 'reason' | 'evidence' | 'error'> {}

const segmentNames: Statement = {
  name: 'segment_names',
  text: 'select id, name from segments where id = any($1::uuid[])',
}

/** Returns recipients whose reasons name their segments, by the present names. Deleted segments have none. */
export async function withSegmentNames<Row extends ReasonRow>(
  executor: Pick<Executor, 'read'>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const causeOf = ({ reason: code, evidence }: Row) => ({ code, evidence })
  const ids = new Set(rows.map((row) => segmentOfCause(causeOf(row))).filter((id) => id !== null))
  if (ids.size === 0) return rows
  const segments = await executor.read<Pick<RowOf<'segments'>, 'id' | 'name'>>(segmentNames, [[...ids]])
  const names = new Map(segments.map(({ id, name }) => [id, name] as const))
  return rows.map((row) => {
    const name = names.get(segmentOfCause(causeOf(row)) ?? '')
    return name === undefined ? row : { ...row, error: wordsWithSegment(causeOf(row), name) ?? row.error }
  })
}
