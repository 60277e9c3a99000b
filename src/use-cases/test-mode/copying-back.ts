import type { Actor } from '../../domain/account/audit/actor.ts'
import type { StoredFile } from '../../domain/sender/message/stored-file.ts'
import type { Sender } from '../../domain/sender/sender.ts'
import { changedDraftParts } from '../../domain/spinner/draft-parts.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import { type CopiedItem, idsInContent } from '../../domain/test-mode/test-copy.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { TestCopy } from '../../ports/test-mode/test-clocks.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'
import { addFile } from '../sender/message/add-file.ts'
import { segmentWithoutCopy } from './segment-copies.ts'

/** The data that a copy from the test organization to the real one needs while it runs. */
export interface CopyingBack {
  readonly tx: Transaction
  readonly realId: string
  readonly testId: string
  readonly now: Date
  readonly by: Actor
  readonly items: CopiedItem[]
  /** The ids of tables, spinners, senders and files in the real organization, by the ids of their copies. */
  readonly ids: Map<string, string>
  /** The senders of the test organization. */
  readonly senders: readonly Sender[]
  readonly newId: () => string
}

/** Copies a file to the real organization, unless the real organization has it. */
export async function copyFileBack(copying: CopyingBack, file: StoredFile): Promise<void> {
  const { tx, realId, testId, ids, items, now, by, newId } = copying
  const originalId = ids.get(file.id)
  if (originalId !== undefined && (await tx.files.lock(realId, originalId)) !== null) return
  const id = newId()
  const copy = { ...file, id, organizationId: realId, createdAt: now }
  if (!(await addFile(tx, copy, by, () => tx.files.copy(file.id, copy)))) return
  await tx.testClocks.keepCopy(testId, { kind: 'file', originalId: id, copyId: file.id, revision: null })
  ids.set(file.id, id)
  items.push({ kind: 'file', name: file.name, change: 'new', message: null })
}

/**
 * Returns the reason why a spinner cannot be copied to the real organization if a step names a sender or a segment that
 * exists only in test mode; null if none does.
 */
export async function foreignPartOf(copying: CopyingBack, spinner: Spinner): Promise<string | null> {
  const { senders, ids } = copying
  const used = idsInContent(spinner)
  const sender = senders.find(({ id }) => used.includes(id) && ids.get(id) === undefined)
  if (sender !== undefined)
    return sentence('The spinner uses the sender {sender}, which exists only in test mode', {
      sender: sender.email,
    })
  const segment = await segmentWithoutCopy(copying, spinner.dataTableId, used)
  return segment === null
    ? null
    : sentence('The spinner uses the segment "{segment}", which exists only in test mode', { segment })
}

/** Replaces the draft of a locked real spinner by that of its copy. */
export async function saveRealDraft(
  { tx, realId, testId, by }: CopyingBack,
  real: Spinner,
  wanted: Spinner,
  copy: TestCopy,
): Promise<void> {
  const revision = real.revision + 1
  await tx.spinners.save({ ...wanted, revision })
  await tx.testClocks.keepCopy(testId, { ...copy, revision })
  const parts = changedDraftParts(real, wanted)
  const isRenamed = parts.includes('name')
  await tx.audit.add({
    action: 'spinner.changed',
    organizationId: realId,
    by,
    subject: { kind: 'spinner', id: real.id, name: wanted.name },
    ...(isRenamed ? { before: { name: real.name } } : {}),
    after: { parts, ...(isRenamed ? { name: wanted.name } : {}) },
  })
}
