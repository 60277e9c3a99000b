import type { Copying } from './copying.ts'

/**
 * Adds to `ids` the ids that spinners have or get in the organization to which they are copied. Called before anything
 * is copied, because segments and spinners may ask about the messages of a spinner that is copied after them.
 */
export async function noteSpinnerIds(
  { tx, ids, newId }: Pick<Copying, 'tx' | 'ids' | 'newId'>,
  targetOrganizationId: string,
  spinners: readonly { readonly id: string }[],
): Promise<void> {
  for (const { id } of spinners) {
    const targetId = ids.get(id)
    if (targetId === undefined || (await tx.spinners.find(targetOrganizationId, targetId)) === null)
      ids.set(id, newId())
  }
}
