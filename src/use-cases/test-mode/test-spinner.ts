import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import { plainRequest } from '../../domain/job/audience/trigger-request.ts'
import { cellsIn } from '../../domain/record-cells.ts'
import { assertRevision } from '../../domain/revision.ts'
import type { StoredFile } from '../../domain/sender/message/stored-file.ts'
import { withoutHoldout } from '../../domain/spinner/goal.ts'
import { type Spinner, versionOf } from '../../domain/spinner/spinner.ts'
import { sampleTriggerData } from '../../domain/spinner/trigger-data.ts'
import { type DataTable, metadataColumnsOf } from '../../domain/table/data-table.ts'
import { newTestClock } from '../../domain/test-mode/test-clock.ts'
import { contentWithIds, idsInContent } from '../../domain/test-mode/test-copy.ts'
import type { RequestedPeople, TestPeopleSource } from '../../domain/test-mode/test-people.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Slices } from '../../ports/job/slices.ts'
import type { FileStore } from '../../ports/sender/message/files.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { Templates } from '../../ports/spinner/templates.ts'
import type { DataTableStore } from '../../ports/table/data-tables.ts'
import type { TestClockStore } from '../../ports/test-mode/test-clocks.ts'
import type { Timers } from '../../ports/timers.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import type { TriggerSpinner } from '../job/trigger-spinner.ts'
import { notePublished } from '../spinner/publishing/note-published.ts'
import { publishGoal } from '../spinner/publishing/publish-goal.ts'
import { assertRunnable } from '../spinner/steps/assert-runnable.ts'
import { assertSegmentsExist } from '../spinner/steps/check-segments.ts'
import { assertSendersExist } from '../spinner/steps/check-senders.ts'
import { assertFilesThere } from '../spinner/steps/email/check-files.ts'
import {
  addTableCopy,
  type Copying,
  copyFile,
  copySenders,
  idsOfCopies,
  keepCopy,
  publishStartsOfCopy,
} from './copying.ts'
import { lockStoppedClock } from './lock-clock.ts'
import { copySegments } from './segment-copies.ts'
import { testOrganizationIn } from './test-organization-in.ts'
import type { ChosenPeople, TestPeople } from './test-people.ts'

export interface TestSpinnerCommand extends Requester {
  readonly userId: string
  readonly spinnerId: string
  /** The revision of the draft that the user saw; null if the user did not send it. */
  readonly revision: number | null
  readonly people: RequestedPeople
  readonly requestId: string
}

/** A test of a spinner that has begun: the copies in the test organization, and its job. */
export interface SpinnerTest {
  readonly spinnerId: string
  readonly dataTableId: string
  readonly jobId: string
  readonly people: { readonly count: number; readonly source: TestPeopleSource }
}

export class TestSpinnerPorts {
  readonly unitOfWork: UnitOfWork
  readonly spinners: SpinnerStore
  readonly dataTables: DataTableStore
  readonly files: FileStore
  readonly templates: Templates
  readonly clocks: TestClockStore
  readonly slices: Slices
  readonly secrets: Secrets
  readonly clock: Clock
  readonly timers: Timers
  readonly ids: Ids

  constructor(
    unitOfWork: UnitOfWork,
    spinners: SpinnerStore,
    dataTables: DataTableStore,
    files: FileStore,
    templates: Templates,
    clocks: TestClockStore,
    slices: Slices,
    secrets: Secrets,
    clock: Clock,
    timers: Timers,
    ids: Ids,
  ) {
    this.unitOfWork = unitOfWork
    this.spinners = spinners
    this.dataTables = dataTables
    this.files = files
    this.templates = templates
    this.clocks = clocks
    this.slices = slices
    this.secrets = secrets
    this.clock = clock
    this.timers = timers
    this.ids = ids
  }
}

/** The name of the project of the test organization that has the copies of tested spinners and of their tables. */
const projectName = 'Tested spinners'
/** The length of the test clock's lease in seconds. After a crash, runtimes wait for its end. */
const leaseSeconds = 20
/** The time in milliseconds for which a test waits for a runtime that works for the test organization. */
const maxWaitMs = 5_000
const retryEveryMs = 50

interface Tested {
  readonly draft: Spinner
  readonly table: DataTable
  readonly files: readonly StoredFile[]
  readonly people: ChosenPeople
}

/** The copy of a spinner in the test organization, in whose place the former copy was deleted. */
interface Copied {
  readonly testId: string
  readonly spinnerId: string
  readonly dataTableId: string
  readonly now: Date
}

/**
 * Tests the draft of a spinner: copies the draft, its table and a few people into the test organization, and starts a
 * job there. The copy replaces that of the former test of the spinner. The real organization is not changed.
 */
export class TestSpinner {
  readonly #ports: TestSpinnerPorts
  readonly #people: TestPeople
  readonly #triggerSpinner: TriggerSpinner

  constructor(ports: TestSpinnerPorts, people: TestPeople, triggerSpinner: TriggerSpinner) {
    this.#ports = ports
    this.#people = people
    this.#triggerSpinner = triggerSpinner
  }

  async execute(command: TestSpinnerCommand): Promise<SpinnerTest> {
    const tested = await this.#read(command)
    const testId = await this.#testOrganizationOf(command)
    return this.#leased(testId, async () => {
      const copied = await this.#ports.unitOfWork.run((tx) => this.#copy(tx, command, tested, testId))
      const jobId = await this.#start(command, tested, copied)
      // The copies are deleted again if a person was erased while the records were being copied. An erasure that begins
      // later finds the copies.
      if (!(await this.#people.areUnchanged(tested.people, tested.table))) {
        await this.#ports.unitOfWork.run((tx) => removeFormer(tx, testId, command.spinnerId))
        const message =
          'The records were changed or deleted while they were being copied; test the spinner again'
        throw new DomainError('CONFLICT', { message })
      }
      const { spinnerId, dataTableId } = copied
      const { source, records } = tested.people
      return { spinnerId, dataTableId, jobId, people: { count: records.length, source } }
    })
  }

  /** Reads and checks what the test copies. Throws the faults of a draft that cannot run. */
  async #read({ organizationId, spinnerId, revision, people }: TestSpinnerCommand): Promise<Tested> {
    const { spinners, dataTables, files, templates } = this.#ports
    const draft = await spinners.find(organizationId, spinnerId)
    if (draft === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
    assertRevision(draft, revision)
    const table = await dataTables.find(organizationId, draft.dataTableId)
    if (table === null)
      throw new DomainError('CONFLICT', {
        message: 'The data table of the spinner is in the bin; restore it',
      })
    if (table.columns.length === 0) throw new DomainError('TABLE_HAS_NO_SCHEMA')
    await assertRunnable(draft, table, templates)
    const objectIds = idsInContent(draft)
    return {
      draft,
      table,
      files: objectIds.length === 0 ? [] : await files.some(organizationId, objectIds),
      people: await this.#people.choose(people, draft, table),
    }
  }

  async #testOrganizationOf({ organizationId: realId, by }: TestSpinnerCommand): Promise<string> {
    const { unitOfWork, clock, ids } = this.#ports
    return unitOfWork.run(async (tx) => {
      const testId = await testOrganizationIn(tx, { realId, now: clock.now(), ids, by })
      await lockStoppedClock(tx, testId)
      return testId
    })
  }

  /** Works with the lease of the test clock, so that no runtime works for jobs that are being deleted. */
  async #leased<Result>(testId: string, work: () => Promise<Result>): Promise<Result> {
    const { clocks, slices, timers, ids } = this.#ports
    const lease = { holder: ids.next(), seconds: leaseSeconds }
    const until = timers.elapsedMs() + maxWaitMs
    while ((await clocks.hold(testId, lease)) === null) {
      if (timers.elapsedMs() > until) throw new DomainError('CLOCK_ADVANCING')
      await timers.sleep(retryEveryMs)
    }
    try {
      return await work()
    } finally {
      await clocks.letGo(testId, lease)
      // Requests the turn that a runtime could not take during the lease.
      await slices.requestTurns([testId])
    }
  }

  async #copy(tx: Transaction, command: TestSpinnerCommand, tested: Tested, testId: string): Promise<Copied> {
    const { organizationId: realId, by } = command
    const { draft, table, files } = tested
    await tx.organizations.lock(realId)
    const clock = await lockStoppedClock(tx, testId)
    const former = await removeFormer(tx, testId, draft.id)
    // Sets the clock to the real time if nothing has happened yet by the test clock.
    const now = former.hasOtherJobs ? clock.now : this.#ports.clock.now()
    if (now !== clock.now) await tx.testClocks.save({ ...newTestClock(testId, now), rules: clock.rules })
    await assertSendersExist(tx, realId, draft.steps)
    await assertFilesThere(tx, draft)
    await assertSegmentsExist(tx, draft)
    const copies = await tx.testClocks.copies(testId)
    const newId = () => this.#ports.ids.next()
    const copying: Copying = { tx, realId, testId, now, items: [], ids: idsOfCopies(copies), newId }
    const projectId = await this.#project(copying, former.projectId)
    for (const file of files) await copyFile(copying, file)
    await copySenders(copying)
    const dataTableId = await addTableCopy(copying, table, projectId, this.#ports.secrets)
    // Conditions and segments may ask about the messages of the tested spinner itself.
    copying.ids.set(draft.id, copying.newId())
    await copySegments(copying, table.id, dataTableId)
    const spinnerId = await addPublished(copying, draft, table, { projectId, dataTableId })
    const subject = { kind: 'spinner', id: draft.id, name: draft.name } as const
    const after = { recipients: tested.people.records.length }
    await tx.audit.add({ action: 'testMode.spinnerTested', organizationId: realId, by, subject, after })
    return { testId, spinnerId, dataTableId, now }
  }

  /** Returns the id of the project for tested spinners, in which another tested spinner is, or of a new one. */
  async #project({ tx, testId, now }: Copying, formerId: string | null): Promise<string> {
    const tests = await tx.testClocks.tests(testId)
    for (const projectId of [formerId, tests[0]?.projectId ?? null])
      if (projectId !== null && (await tx.projects.lock(testId, projectId)) !== null) return projectId
    const id = this.#ports.ids.next()
    await tx.projects.add({ id, organizationId: testId, name: projectName, createdAt: now })
    return id
  }

  /** Starts the job of a test at the time of the test clock, over records that the copied table does not have yet. */
  async #start(
    { by, userId, requestId }: TestSpinnerCommand,
    { draft: { triggerData }, table, people }: Tested,
    { testId: organizationId, spinnerId, now }: Copied,
  ): Promise<string> {
    const columns = table.columns.map(({ name }) => name)
    const records = people.records.map(({ data }) => cellsIn(data, columns))
    const data = triggerData.length === 0 ? null : sampleTriggerData(triggerData)
    const { answer } = await this.#ports.clock.at(now, () =>
      this.#triggerSpinner.execute({
        caller: { kind: 'session', organizationId, userId },
        spinnerId,
        idempotency: null,
        request: { ...plainRequest, audience: { kind: 'records', records }, data },
        audit: { organizationId, by },
        requestId,
      }),
    )
    return answer.jobId
  }
}

/** Adds a copy of a draft as a published spinner, and returns its id. */
async function addPublished(
  copying: Copying,
  draft: Spinner,
  table: DataTable,
  place: Pick<Spinner, 'projectId' | 'dataTableId'>,
): Promise<string> {
  const { tx, testId, now, ids } = copying
  const id = ids.get(draft.id) ?? copying.newId()
  const unpaused = { pausedAt: null, pausedActorId: null }
  const published = { publishedVersion: 1, latestVersion: 1, revision: 1, createdAt: now }
  // Holds nobody out, because every person of a test is to get the messages.
  const content = contentWithIds({ ...draft, goal: withoutHoldout(draft.goal) }, ids)
  const copy = { ...draft, ...place, ...unpaused, ...published, id, organizationId: testId, ...content }
  const version = versionOf(copy, 1, metadataColumnsOf(table))
  await tx.spinners.add(copy, version)
  await notePublished(tx, copy, 1)
  // The people of a test enter the segment too, and would get the messages of a second job.
  if (version.starts.on !== 'segment') await publishStartsOfCopy(copying, copy, version, null)
  await publishGoal(tx, copy, version)
  const { id: originalId, revision } = draft
  await keepCopy(copying, { kind: 'testedSpinner', originalId, copyId: id, revision })
  return id
}

/**
 * Deletes the copy that the former test of a spinner has made, with its table, jobs and messages. Returns its project,
 * and whether the test organization has other jobs.
 */
async function removeFormer(
  tx: Transaction,
  testId: string,
  originalId: string,
): Promise<{ readonly projectId: string | null; readonly hasOtherJobs: boolean }> {
  const pair = (await tx.testClocks.copies(testId)).find(
    (copy) => copy.kind === 'testedSpinner' && copy.originalId === originalId,
  )
  const projectId = pair && (await tx.spinners.find(testId, pair.copyId))?.projectId
  if (projectId !== undefined) await tx.projects.lock(testId, projectId)
  const former = pair === undefined ? null : await tx.spinners.lock(testId, pair.copyId)
  const hasOtherJobs = await tx.testClocks.removeJobsOf(testId, pair?.copyId ?? null)
  if (former === null) return { projectId: null, hasOtherJobs }
  await tx.spinners.remove(former.id)
  const others = await tx.spinners.over(former.dataTableId)
  if (others.length === 0) await tx.dataTables.remove(former.dataTableId)
  return { projectId: former.projectId, hasOtherJobs }
}
