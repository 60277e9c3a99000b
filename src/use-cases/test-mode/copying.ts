import { assertSpaceForOne } from '../../domain/plan/plan-cap.ts'
import type { StoredFile } from '../../domain/sender/message/stored-file.ts'
import type { Sender } from '../../domain/sender/sender.ts'
import { defaultExistingChoice } from '../../domain/spinner/existing.ts'
import type { Spinner, SpinnerVersion } from '../../domain/spinner/spinner.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { CopiedItem } from '../../domain/test-mode/test-copy.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { TestCopy } from '../../ports/test-mode/test-clocks.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'
import { publishStarts } from '../spinner/publishing/publish-starts.ts'

/** The data that one copy into the test organization needs while it runs. */
export interface Copying {
  readonly tx: Transaction
  readonly realId: string
  readonly testId: string
  /** The time that the clock of the test organization shows. */
  readonly now: Date
  readonly items: CopiedItem[]
  /** The ids of the copies, by the ids of the real tables, spinners, senders and files. */
  readonly ids: Map<string, string>
  readonly newId: () => string
}

/**
 * Returns the ids of the copies by the ids of their originals. Leaves out the copies of tested spinners, because a
 * spinner may also be copied with its project.
 */
export function idsOfCopies(copies: readonly TestCopy[]): Map<string, string> {
  const lasting = copies.filter(({ kind }) => kind !== 'testedSpinner')
  return new Map(lasting.map(({ originalId, copyId }) => [originalId, copyId]))
}

/** Stores a pair of a real object and its copy, and replaces its id in what is copied afterwards. */
export async function keepCopy({ tx, testId, ids }: Copying, copy: TestCopy): Promise<void> {
  ids.set(copy.originalId, copy.copyId)
  await tx.testClocks.keepCopy(testId, copy)
}

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

export async function copyFile(copying: Copying, file: StoredFile): Promise<void> {
  const { tx, testId, ids, items, now } = copying
  const { name } = file
  const copyId = ids.get(file.id)
  if (copyId !== undefined && (await tx.files.lock(testId, copyId)) !== null) {
    items.push({ kind: 'file', name, change: 'same', message: null })
    return
  }
  const id = copying.newId()
  if (!(await tx.files.copy(file.id, { ...file, id, organizationId: testId, createdAt: now }))) return
  await keepCopy(copying, { kind: 'file', originalId: file.id, copyId: id, revision: null })
  items.push({ kind: 'file', name, change: 'new', message: null })
}

/** Copies all senders, because the default sender and the limits of each decide when messages are sent. */
export async function copySenders(copying: Copying): Promise<void> {
  const { tx, realId, testId, ids, items } = copying
  const testSenders = new Map((await tx.senders.of(testId)).map((sender) => [sender.id, sender]))
  for (const sender of await tx.senders.of(realId)) {
    const unlocked = testSenders.get(ids.get(sender.id) ?? '')
    const settings = settingsOf(sender)
    const { name } = sender
    const isSame = unlocked !== undefined && JSON.stringify(settingsOf(unlocked)) === JSON.stringify(settings)
    // Reads a copy again under its lock before changing it; otherwise an edit that is committed meanwhile, such
    // as a pause, would be overwritten.
    const copy = unlocked === undefined || isSame ? unlocked : await tx.senders.lock(testId, unlocked.id)
    if (copy) {
      if (!isSame) await tx.senders.save({ ...copy, ...settings, revision: copy.revision + 1 })
      items.push({ kind: 'sender', name, change: isSame ? 'same' : 'changed', message: null })
      continue
    }
    const id = copying.newId()
    const isDefault = sender.isDefault && ![...testSenders.values()].some((other) => other.isDefault)
    const fresh = { kind: 'deployment', status: 'connected', fault: null, settings: {} } as const
    const added: Sender = {
      ...sender,
      poolId: null,
      ...fresh,
      id,
      organizationId: testId,
      isDefault,
      revision: 1,
      createdAt: copying.now,
    }
    await tx.senders.add(added, null, null)
    testSenders.set(id, added)
    await keepCopy(copying, { kind: 'sender', originalId: sender.id, copyId: id, revision: null })
    items.push({ kind: 'sender', name, change: 'new', message: null })
  }
}

/**
 * Returns the settings of a sender that are copied to the test organization: its identity and limits, but
 * no credentials.
 */
function settingsOf(sender: Sender) {
  const { name, email, replyTo, signature, signatureHtml } = sender
  const { dailyLimit, gapSeconds, ramp, timeZone, rampFrom, maxPerDay } = sender
  const limits = { dailyLimit, gapSeconds, ramp, timeZone, rampFrom, maxPerDay }
  return { name, email, replyTo, signature, signatureHtml, ...limits }
}

/** Adds a copy of a table to a project of the test organization, without records, and returns its id. */
export async function addTableCopy(
  { tx, testId, now, newId }: Copying,
  table: DataTable,
  projectId: string,
  secrets: Secrets,
): Promise<string> {
  assertSpaceForOne(await tx.plans.of(testId), 'dataTables', await tx.dataTables.countOf(testId))
  const id = newId()
  const token = secrets.ingestToken(id)
  await tx.dataTables.add({
    ...table,
    id,
    organizationId: testId,
    projectId,
    signature: null,
    schemaVersion: 1,
    revision: 1,
    ingestTokenDigest: token.digest,
    ingestTokenCiphertext: token.ciphertext,
    previousTokenDigest: null,
    previousTokenUntil: null,
    createdAt: now,
  })
  return id
}

/** Publishes the automatic starts of a copy, with the default choice of a publication for existing records. */
export async function publishStartsOfCopy(
  { tx, now }: Copying,
  spinner: Spinner,
  { starts }: SpinnerVersion,
  before: SpinnerVersion | null,
): Promise<void> {
  if (starts.on === 'records' && defaultExistingChoice(before?.starts ?? null, starts) === 'exclude')
    await tx.spinners.excludeExisting(spinner.id)
  await publishStarts(tx, spinner, { starts }, { now, existing: null })
}
