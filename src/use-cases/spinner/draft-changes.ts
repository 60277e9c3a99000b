import type { Actor } from '../../domain/account/audit/actor.ts'
import { changedDraftParts } from '../../domain/spinner/draft-parts.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

/**
 * The period in milliseconds in which changes of one part of a draft by one actor leave one audit entry. The
 * console saves a draft every second while a person types.
 */
const notedAgainMs = 60 * 60 * 1000

/**
 * Writes an audit entry about the parts of a draft that changed, unless entries of the last hour name them for
 * the same actor. So an hour of autosaves leaves one entry for each part, and no changed part goes unnamed.
 */
export async function noteDraftChange(
  tx: Transaction,
  { before, after, by, at }: { before: Spinner; after: Spinner; by: Actor; at: Date },
): Promise<void> {
  const parts = changedDraftParts(before, after)
  if (parts.length === 0) return
  const { organizationId, id, name } = after
  const since = new Date(at.getTime() - notedAgainMs)
  const noted = await tx.audit.draftPartsChangedBy({ organizationId, spinnerId: id, by, since })
  const others = parts.filter((part) => !noted.has(part))
  if (others.length === 0) return
  const isRenamed = others.includes('name')
  await tx.audit.add({
    action: 'spinner.changed',
    organizationId,
    by,
    subject: { kind: 'spinner', id, name },
    ...(isRenamed ? { before: { name: before.name } } : {}),
    after: { parts: others, ...(isRenamed ? { name } : {}) },
  })
}
