import type { Where } from '../../domain/spinner/where/where.ts'
import { withIdsInside } from '../../domain/test-mode/test-copy.ts'
import type { Copying } from './copying.ts'

/**
 * Copies the segments of a table to its copy, and notes their ids for the steps of spinners that are copied afterwards.
 * A segment of the copy with the same name gets the condition of the real one.
 */
export async function copySegments(
  { tx, testId, ids, now, newId }: Copying,
  tableId: string,
  dataTableId: string,
): Promise<void> {
  const originals = await tx.segments.ofTable(tableId)
  if (originals.length === 0) return
  const present = new Map((await tx.segments.ofTable(dataTableId)).map(({ name, id }) => [name, id]))
  for (const { id, name } of originals) ids.set(id, present.get(name) ?? newId())
  for (const { id: originalId, name, description, where } of originals) {
    const id = ids.get(originalId) ?? newId()
    const condition: Where = withIdsInside(where, ids)
    const segment = {
      id,
      organizationId: testId,
      dataTableId,
      name,
      description,
      where: condition,
      createdAt: now,
    }
    await tx.segments.put(segment)
  }
}

/**
 * Returns the name of a segment of a table that is among the used ids, and that has no counterpart in the organization to
 * which the spinner is copied; null if there is none.
 */
export async function segmentWithoutCopy(
  { tx, ids }: Pick<Copying, 'tx' | 'ids'>,
  tableId: string,
  used: readonly string[],
): Promise<string | null> {
  const segments = await tx.segments.ofTable(tableId)
  return segments.find(({ id }) => used.includes(id) && ids.get(id) === undefined)?.name ?? null
}

/** Adds to `ids` the ids of the segments of one table by the ids of the segments with the same names in another. */
export async function noteSegmentIds(
  { tx, ids }: Pick<Copying, 'tx' | 'ids'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const idsByName = new Map((await tx.segments.ofTable(to)).map(({ name, id }) => [name, id]))
  for (const { name, id } of await tx.segments.ofTable(from)) {
    const targetId = idsByName.get(name)
    if (targetId !== undefined) ids.set(id, targetId)
  }
}
