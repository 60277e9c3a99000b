import type { ContactPolicy } from '../../../../src/domain/contact/contact-policy.ts'
import type { ReasonCode } from '../../../../src/domain/reason.ts'
import type { KnownSpinner, Model } from '../../model/model.ts'
import type { MessageMark } from '../../model/path/message-marks.ts'
import type { RunTime } from '../../model/path/stored-steps.ts'
import type { SettingsOfVersion } from '../../model/path/versions-of-jobs.ts'
import { domainOfAddress } from '../../model/people.ts'
import { each, type Promised } from '../promise.ts'

const dayMs = 86_400_000
/** The tolerance in milliseconds between two times of the service that the simulator notes before and after them. */
const slackMs = 60_000

/** The facts among which the causes of a withheld message are searched. */
interface Facts {
  readonly model: Model
  readonly mark: MessageMark
  /** The e-mails to the address that were marked before, without those that were stored as not sent. */
  readonly before: readonly MessageMark[]
  /** The first jobs of the chains of retries, by the ids of jobs. */
  readonly roots: ReadonlyMap<string, string>
}

/**
 * Compares each reason for which the database withheld a message with what the runtimes asked it before. A cause may be
 * lost, by an erasure or the restore of a backup, but none is invented. Reasons about senders, and replies, which a
 * mark also obeys, have promises of their own.
 */
export const withheldForACause: Promised = {
  promise:
    'A message is withheld because of an earlier message, the contact policy or a suppression only if there is one',
  when: 'quiet',
  holds: async ({ model, rows, demo }) => {
    // A recipient that waits for a company is checked every 15 minutes. The latest of these answers is compared.
    const latest = new Map<string, MessageMark>()
    for (const mark of model.steps.marks.next(demo.organizationId))
      if (causes[mark.answer] !== undefined)
        latest.set(`${mark.jobId} ${mark.recordId} ${mark.step} ${mark.answer}`, mark)
    const withheld = [...latest.values()]
    if (withheld.length === 0) return { compared: 0, violations: [] }
    const jobs = await rows<{ id: string; root: string }>(
      'select j.id, root_of_job(p_job => j) as root from jobs j where j.organization_id = $1',
      [demo.organizationId],
    )
    const roots = new Map(jobs.map(({ id, root }) => [id, root]))
    return each(withheld, (mark) => {
      const before = model.steps.marks
        .before(demo.organizationId, mark.address, mark.ended.moment)
        .filter((messageMark) => mayCount(messageMark, mark))
      const facts: Facts = { model, mark, before, roots }
      if (causes[mark.answer]?.(facts) === true)
        return hasBegun(facts) && ofBeginning.has(mark.answer)
          ? `${wordsOf(facts)}, although its spinner has already written to the person`
          : null
      return `${wordsOf(facts)}, and nothing that happened before explains it`
    })
  },
}

/** The reasons that apply to the first message of a job to a person alone. */
const ofBeginning = new Set<MessageMark['answer']>([
  'ALREADY_CONTACTED',
  'IN_EXCLUSIVE_SPINNER',
  'DAYS_BETWEEN_SPINNERS',
  'ACTIVE_PER_DOMAIN',
])

const causes: Partial<Record<ReasonCode | 'marked' | 'lost', (facts: Facts) => boolean>> = {
  DUPLICATE_ADDRESS: ({ mark, before, roots }) =>
    before.some(
      (messageMark) =>
        rootOf(roots, messageMark) === rootOf(roots, mark) && messageMark.recordId !== mark.recordId,
    ),
  ALREADY_CONTACTED: ({ model, mark, before, roots }) =>
    mayRun(model, mark, ({ contact }) => contact === 'oncePerPerson') &&
    before.some(
      (messageMark) =>
        messageMark.spinnerId === mark.spinnerId && rootOf(roots, messageMark) !== rootOf(roots, mark),
    ),
  IN_EXCLUSIVE_SPINNER: ({ model, mark, before, roots }) =>
    mayRun(model, mark, ({ isExclusive }) => isExclusive) &&
    before.some(
      (messageMark) =>
        messageMark.spinnerId !== mark.spinnerId &&
        model.versionsOfJobs.everOf(rootOf(roots, messageMark)).some(({ isExclusive }) => isExclusive) &&
        mayBeActive(model, messageMark, mark, roots),
    ),
  DAYS_BETWEEN_SPINNERS: (facts) =>
    policiesOf(facts).some(
      ({ daysBetweenSpinners }) =>
        daysBetweenSpinners !== null &&
        facts.before.some(
          (mark) =>
            mark.spinnerId !== facts.mark.spinnerId &&
            isWithin(mark, facts.mark, daysBetweenSpinners * dayMs),
        ),
    ),
  MESSAGES_PER_DAY: (facts) =>
    policiesOf(facts).some(({ messagesPerDay }) => isReached(facts, messagesPerDay, dayMs)),
  MESSAGES_PER_WEEK: (facts) =>
    policiesOf(facts).some(({ messagesPerWeek }) => isReached(facts, messagesPerWeek, 7 * dayMs)),
  ACTIVE_PER_DOMAIN: (facts) =>
    policiesOf(facts).some(
      ({ activePerDomain }) => activePerDomain !== null && activeOthers(facts).size >= activePerDomain,
    ),
  SUPPRESSED: ({ model, mark }) =>
    model.noSendPeriods.mayBeSilent('address', mark.address, mark.begun.moment, mark.ended.moment) ||
    model.noSendPeriods.mayBeSilent(
      'domain',
      domainOfAddress(mark.address),
      mark.begun.moment,
      mark.ended.moment,
    ) ||
    model.reported.has(mark.address) ||
    model.sent.all.some((one) => one.address.toLowerCase() === mark.address && one.outcome === 'failed') ||
    model.senders.some(({ id }) =>
      model.mailboxes.of(id).some((mail) => JSON.stringify(mail).includes(mark.address)),
    ),
}

/**
 * Returns whether an earlier mark may count at a later one. It no longer does once its message is stored as not sent. In
 * one call of a runtime, a message that waits for a sender or the pace counts, too: its record is the first one with the address.
 */
function mayCount({ answer, released, begun }: MessageMark, later: MessageMark): boolean {
  if (begun.moment === later.begun.moment && laterCodes.has(answer)) return true
  if (answer !== 'marked' && answer !== 'lost') return false
  return released === null || released.moment > later.begun.moment
}

/** The reasons for which a message waits for a sender, or for the pace of its spinner, and is sent later. */
const laterCodes = new Set<MessageMark['answer']>([
  'SPINNER_PACE',
  'NO_SENDER',
  'SENDER_PAUSED',
  'SENDER_COOLING_DOWN',
  'SENDER_DAILY_LIMIT',
  'SENDER_POOL_LIMIT',
  'SENDER_GAP',
])

/**
 * Returns whether the job has certainly written to the person before. An erasure or the restore of a backup may have
 * removed the message.
 */
function hasBegun({ model, mark, before, roots }: Facts): boolean {
  if (model.restoredAt !== null || model.erasedAt(mark.address, Infinity) > 0) return false
  return before.some(
    ({ certain, recordId, jobId }) =>
      certain !== null &&
      certain.moment < mark.begun.moment &&
      recordId === mark.recordId &&
      rootOf(roots, { jobId }) === rootOf(roots, mark),
  )
}

function rootOf(roots: ReadonlyMap<string, string>, { jobId }: Pick<MessageMark, 'jobId'>): string {
  return roots.get(jobId) ?? jobId
}

/**
 * Returns whether the job of a mark may have run a version of a kind since the last check. The versions of a job that was
 * deleted before a check are unknown.
 */
function mayRun(
  { versionsOfJobs }: Model,
  { jobId }: Pick<MessageMark, 'jobId'>,
  isOfKind: (version: SettingsOfVersion) => boolean,
): boolean {
  const versions = versionsOfJobs.jobs.get(jobId)?.versions ?? []
  return versions.length === 0 || versions.some(isOfKind)
}

function spinnerOf({ spinners }: Model, { spinnerId }: Pick<MessageMark, 'spinnerId'>): KnownSpinner | null {
  return spinners.find(({ id }) => id === spinnerId) ?? null
}

function policiesOf({ model, mark }: Facts): readonly ContactPolicy[] {
  return model.policy.possibleBetween(mark.begun.moment, mark.ended.moment)
}

function isReached({ mark, before }: Facts, limit: number | null, ms: number): boolean {
  if (limit === null) return false
  const messages = before.filter(
    (messageMark) => !isSameMessage(messageMark, mark) && isWithin(messageMark, mark, ms),
  )
  return messages.length >= limit
}

function isSameMessage(mark: MessageMark, other: MessageMark): boolean {
  return mark.jobId === other.jobId && mark.recordId === other.recordId && mark.step === other.step
}

/** Returns whether less than a time passed between two marks, by the host's clock or by the time that passed. */
function isWithin({ ended }: MessageMark, { begun }: MessageMark, ms: number): boolean {
  const passed = (first: RunTime, second: RunTime) => [
    second.at.getTime() - first.at.getTime(),
    second.elapsedMs - first.elapsedMs,
  ]
  return Math.min(...passed(ended, begun)) < ms + slackMs
}

/** The people of the same company to whom jobs wrote before, and who may have had steps left. */
function activeOthers({ model, mark, roots }: Facts): ReadonlySet<string> {
  const company = companyOf(mark)
  const active = model.steps.marks
    .toOthers(mark.organizationId, mark.address, mark.ended.moment)
    .filter(
      (messageMark) =>
        companyOf(messageMark) === company &&
        mayCount(messageMark, mark) &&
        mayBeActive(model, messageMark, mark, roots),
    )
  return new Set(active.map(({ address }) => address))
}

function companyOf({ address }: MessageMark): string {
  return address.slice(address.indexOf('@') + 1)
}

/**
 * Returns whether the recipient of a message may have had steps left at a later mark. It had none if the last outcome
 * that was stored for it before in each job of its chain of retries was an end.
 */
function mayBeActive(
  { steps }: Model,
  message: MessageMark,
  { begun }: MessageMark,
  roots: ReadonlyMap<string, string>,
): boolean {
  const root = rootOf(roots, message)
  const chain = [...roots]
    .filter(([, of]) => of === root)
    .map(([jobId]) => {
      const outcomes = steps.of(jobId, message.recordId)
      return { jobId, outcomes, last: outcomes.findLast(({ stored }) => stored.moment < begun.moment) }
    })
  const mayBeRetried = chain.some(({ last }) => last?.status === 'failed' || last?.status === 'unconfirmed')
  return chain.some(({ jobId, outcomes, last }) => {
    if (steps.inDoubt.has(`${jobId} ${message.recordId}`)) return true
    if (last !== undefined) return last.status === 'pending' || last.status === 'waiting'
    // A job of the chain that has stored nothing for the person yet may run with them.
    return jobId === message.jobId || outcomes.length > 0 || mayBeRetried
  })
}

function wordsOf({ model, mark }: Facts): string {
  const { address, step, spinnerId, jobId, answer, ended } = mark
  const spinner = spinnerOf(model, { spinnerId })?.name ?? spinnerId
  const job = model.jobs.find(({ id }) => id === jobId)?.name ?? jobId
  return `position ${step} of ${spinner} in ${job} to ${address} was withheld at ${ended.at.toISOString()}: ${answer}`
}
