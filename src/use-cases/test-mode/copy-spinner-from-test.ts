import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import { changedParts } from '../../domain/spinner/draft-parts.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import type { CopiedContent, CopiedItem } from '../../domain/test-mode/test-copy.ts'
import {
  contentWithIds,
  copiedDraftSettings,
  idsInContent,
  sameDrafts,
} from '../../domain/test-mode/test-copy.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { FileStore } from '../../ports/sender/message/files.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { TestCopy } from '../../ports/test-mode/test-clocks.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { type CopyingBack, copyFileBack, foreignPartOf, saveRealDraft } from './copying-back.ts'
import { noteSegmentIds } from './segment-copies.ts'

export interface CopySpinnerFromTestCommand extends Requester {
  /** The id of the tested copy in the test organization. */
  readonly spinnerId: string
  /** Whether the draft replaces that of the real spinner even if the real one was changed since the test began. */
  readonly overwrites: boolean
  /** The real time at which the draft is copied, because the test clock may show another time. */
  readonly now: Date
}

/** The outcome of copying the draft of a tested spinner back. */
export interface SpinnerCopiedBack extends Pick<CopiedItem, 'change' | 'message'> {
  /** The id of the real spinner. */
  readonly spinnerId: string
}

const bothChanged = sentence(
  'The spinner was changed in the real organization, too, since the test began. Keep the real draft, or replace it with the draft of the test',
)

/**
 * Copies the changes of a tested spinner to the draft of the real spinner. Publishes nothing. Changes that were made to
 * the real draft since the test began are a conflict, unless the user decides to replace them.
 */
export class CopySpinnerFromTest {
  readonly #unitOfWork: UnitOfWork
  readonly #spinners: SpinnerStore
  readonly #files: FileStore
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, spinners: SpinnerStore, files: FileStore, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#spinners = spinners
    this.#files = files
    this.#clock = clock
    this.#ids = ids
  }

  async execute(command: CopySpinnerFromTestCommand): Promise<SpinnerCopiedBack> {
    const { organizationId, spinnerId } = command
    const copyBefore = await this.#spinners.find(organizationId, spinnerId)
    const objectIds = copyBefore === null ? [] : idsInContent(copyBefore)
    const files = objectIds.length === 0 ? [] : await this.#files.some(organizationId, objectIds)
    // Writes the audit entries of the real organization with the real time, because the request runs at the time
    // of the test clock.
    return this.#clock.outside(() =>
      this.#unitOfWork.run(async (tx) => {
        const { copying, pair } = await this.#begin(tx, command)
        const copy = await tx.spinners.lock(organizationId, spinnerId)
        if (copy === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
        const real = await tx.spinners.lock(copying.realId, pair.originalId)
        if (real === null)
          throw new DomainError('CONFLICT', {
            message: sentence('The real spinner was deleted since the test began; restore it from the bin'),
          })
        await noteSegmentIds(copying, { from: copy.dataTableId, to: real.dataTableId })
        const foreign = await foreignPartOf(copying, copy)
        if (foreign !== null) throw new DomainError('CONFLICT', { message: foreign })
        for (const file of files) await copyFileBack(copying, file)
        return copyBack(copying, { copy, real, pair }, command.overwrites)
      }),
    )
  }

  async #begin(tx: Transaction, { organizationId: testId, spinnerId, now, by }: CopySpinnerFromTestCommand) {
    const realId = await tx.testClocks.realOf(testId)
    if (realId === null) throw new DomainError('TEST_MODE_REQUIRED')
    await tx.organizations.lock(realId)
    const copies = await tx.testClocks.copies(testId)
    const pair = copies.find(({ kind, copyId }) => kind === 'testedSpinner' && copyId === spinnerId)
    if (pair === undefined) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
    const ids = new Map(copies.map(({ copyId, originalId }) => [copyId, originalId]))
    const senders = await tx.senders.of(testId)
    const newId = () => this.#ids.next()
    const copying: CopyingBack = { tx, realId, testId, now, by, items: [], ids, senders, newId }
    return { copying, pair }
  }
}

async function copyBack(
  copying: CopyingBack,
  { copy, real, pair }: { readonly copy: Spinner; readonly real: Spinner; readonly pair: TestCopy },
  overwrites: boolean,
): Promise<SpinnerCopiedBack> {
  const { tx, ids } = copying
  const inReal = <Content extends CopiedContent>(content: Content): Content => ({
    ...content,
    ...contentWithIds(content, ids),
  })
  // The first version of the copy is the draft with which the test began.
  const first = await tx.spinners.findVersion(copy.id, 1)
  const changedDraft: Spinner = inReal({ ...real, ...copiedDraftSettings(copy), steps: copy.steps })
  const isChanged = first === null || changedParts(first, copy).length > 0
  if (
    sameDrafts(changedDraft, real) ||
    (!isChanged && (copy.name === real.name || real.revision !== pair.revision))
  )
    return { spinnerId: real.id, change: 'same', message: null }
  const isRealChanged = first === null || changedParts(inReal(first), real).length > 0
  if (isRealChanged && real.revision !== pair.revision && !overwrites)
    return { spinnerId: real.id, change: 'conflict', message: bothChanged }
  await saveRealDraft(copying, real, changedDraft, pair)
  return { spinnerId: real.id, change: 'changed', message: null }
}
