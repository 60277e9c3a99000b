import type { Actor } from '../../domain/account/audit/actor.ts'
import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertSpaceForOne } from '../../domain/plan/plan-cap.ts'
import { haveSameEffect, type Spinner, type SpinnerVersion } from '../../domain/spinner/spinner.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import {
  contentWithIds,
  copiedDraftSettings,
  copiedTableSettings,
  copiedVersionSettings,
  haveSameSettings,
  idsInContent,
  type ProjectCopied,
  sameDrafts,
} from '../../domain/test-mode/test-copy.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { FileStore } from '../../ports/sender/message/files.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { DataTableStore } from '../../ports/table/data-tables.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { notePublished } from '../spinner/publishing/note-published.ts'
import { publishGoal } from '../spinner/publishing/publish-goal.ts'
import { publishPace } from '../spinner/publishing/publish-pace.ts'
import { copyOrPreview } from './copy-or-preview.ts'
import {
  addTableCopy,
  type Copying,
  copyFile,
  copySenders,
  idsOfCopies,
  keepCopy,
  noteSpinnerIds,
  publishStartsOfCopy,
} from './copying.ts'
import { lockStoppedClock } from './lock-clock.ts'
import { type ContentPorts, type ProjectContents, projectContentsOf } from './project-contents.ts'
import { copySegments, noteSegmentIds, segmentWithoutCopy } from './segment-copies.ts'
import { testOrganizationIn } from './test-organization-in.ts'

export interface CopyToTestCommand extends Requester {
  readonly projectId: string
  /** Whether to change nothing and only return the changes that the copy would make. */
  readonly preview: boolean
}

/**
 * Copies a project into the test organization: tables with mappings, spinners with draft and published
 * version, and the senders and files that they name. Records, tokens and secrets are never copied. An
 * existing copy is updated.
 */
export class CopyToTest {
  readonly #unitOfWork: UnitOfWork
  readonly #sources: ContentPorts
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    unitOfWork: UnitOfWork,
    tables: DataTableStore,
    spinners: SpinnerStore,
    files: FileStore,
    secrets: Secrets,
    clock: Clock,
    ids: Ids,
  ) {
    this.#unitOfWork = unitOfWork
    this.#sources = { tables, spinners, files }
    this.#secrets = secrets
    this.#clock = clock
    this.#ids = ids
  }

  async execute(command: CopyToTestCommand): Promise<ProjectCopied> {
    const { organizationId, projectId, preview } = command
    const contents = await projectContentsOf(this.#sources, organizationId, projectId, 'draftsAndPublished')
    const copied = await copyOrPreview(this.#unitOfWork, preview, (tx) => this.#copy(tx, command, contents))
    const isNew = copied.items.some(({ kind, change }) => kind === 'project' && change === 'new')
    return preview && isNew ? { ...copied, projectId: null } : copied
  }

  async #copy(
    tx: Transaction,
    { organizationId: realId, projectId, by }: CopyToTestCommand,
    contents: ProjectContents,
  ): Promise<ProjectCopied> {
    const testId = await testOrganizationIn(tx, { realId, now: this.#clock.now(), ids: this.#ids, by })
    const { now } = await lockStoppedClock(tx, testId)
    const ids = idsOfCopies(await tx.testClocks.copies(testId))
    const newId = () => this.#ids.next()
    const copying: Copying = { tx, realId, testId, now, items: [], ids, newId }
    const testProjectId = await this.#project(copying, projectId)
    for (const file of contents.files) await copyFile(copying, file)
    await copySenders(copying)
    await noteSpinnerIds(copying, testId, contents.spinners)
    for (const id of contents.dataTableIds) await this.#table(copying, id, testProjectId)
    for (const spinner of contents.spinners) await this.#spinner(copying, spinner, testProjectId)
    await noteCopy(copying, projectId, by)
    return { projectId: testProjectId, items: copying.items }
  }

  async #project(copying: Copying, projectId: string): Promise<string> {
    const { tx, realId, testId, ids, items } = copying
    const project = await tx.projects.lock(realId, projectId)
    if (project === null) throw new DomainError('NOT_FOUND', { message: 'Project not found' })
    const { name } = project
    const known = ids.get(project.id)
    const copy = known === undefined ? null : await tx.projects.lock(testId, known)
    if (copy !== null) {
      if (copy.name !== name) await tx.projects.save({ ...copy, name })
      items.push({ kind: 'project', name, change: copy.name === name ? 'same' : 'changed', message: null })
      return copy.id
    }
    const id = this.#ids.next()
    await tx.projects.add({ id, organizationId: testId, name, createdAt: copying.now })
    await keepCopy(copying, { kind: 'project', originalId: project.id, copyId: id, revision: null })
    items.push({ kind: 'project', name, change: 'new', message: null })
    return id
  }

  async #table(copying: Copying, tableId: string, projectId: string): Promise<void> {
    const { tx, realId, testId, ids, items } = copying
    // Reads the real table without a lock, which records that arrive would wait for.
    const table = await tx.dataTables.find(realId, tableId)
    if (table === null) return
    const { name } = table
    const known = ids.get(table.id)
    const copy = known === undefined ? null : await tx.dataTables.lock(testId, known)
    if (copy === null) {
      const id = await addTableCopy(copying, table, projectId, this.#secrets)
      await keepCopy(copying, {
        kind: 'dataTable',
        originalId: table.id,
        copyId: id,
        revision: table.revision,
      })
      items.push({ kind: 'dataTable', name, change: 'new', message: null })
    } else if (haveSameSettings(table, copy)) {
      items.push({ kind: 'dataTable', name, change: 'same', message: null })
    } else if (((await this.#sources.tables.find(testId, copy.id))?.recordCount ?? 0) > 0) {
      const message = sentence(
        'The copy has records, and its columns or settings differ; delete its records in test mode, then copy again',
      )
      items.push({ kind: 'dataTable', name, change: 'conflict', message })
      // The segments of the copy stay, too, but spinners that are copied afterwards name them.
      await noteSegmentIds(copying, { from: table.id, to: copy.id })
      return
    } else {
      const [schemaVersion, revision] = [copy.schemaVersion + 1, copy.revision + 1]
      await changeColumns(tx, copy, table)
      await tx.dataTables.save({ ...copy, ...copiedTableSettings(table), schemaVersion, revision })
      await keepCopy(copying, {
        kind: 'dataTable',
        originalId: table.id,
        copyId: copy.id,
        revision: table.revision,
      })
      items.push({ kind: 'dataTable', name, change: 'changed', message: null })
    }
    await this.#mappings(copying, table.id)
    const copyId = ids.get(table.id)
    if (copyId !== undefined) await copySegments(copying, table.id, copyId)
  }

  async #mappings({ tx, testId, ids, items, now }: Copying, tableId: string): Promise<void> {
    const dataTableId = ids.get(tableId)
    if (dataTableId === undefined) return
    const said = ({
      id: _id,
      organizationId: _of,
      dataTableId: _table,
      ...mapping
    }: object & {
      readonly id: string
      readonly organizationId: string
      readonly dataTableId: string
    }) => JSON.stringify({ ...mapping, version: 0, createdAt: 0, updatedAt: 0 })
    const own = await tx.mappings.of(tableId)
    const there = await tx.mappings.of(dataTableId)
    if (
      own.length === there.length &&
      own.every((mapping, at) => said(mapping) === said(there[at] ?? mapping))
    )
      return
    await tx.mappings.replace(
      dataTableId,
      own.map((mapping) => ({
        ...mapping,
        id: this.#ids.next(),
        organizationId: testId,
        dataTableId,
        version: 1,
        createdAt: now,
        updatedAt: now,
      })),
    )
    const former = new Set(there.map(({ name }) => name))
    for (const { name } of own)
      items.push({ kind: 'mapping', name, change: former.has(name) ? 'changed' : 'new', message: null })
  }

  async #spinner(copying: Copying, spinner: Spinner, projectId: string): Promise<void> {
    const { tx, testId, ids, items, now } = copying
    const { name } = spinner
    const dataTableId = ids.get(spinner.dataTableId)
    if (dataTableId === undefined) {
      const message = sentence('The data table of the spinner is in another project; first copy that project')
      items.push({ kind: 'spinner', name, change: 'conflict', message })
      return
    }
    const missing = await this.#segmentMissingFor(copying, spinner)
    if (missing !== null) {
      const message = sentence(
        'The spinner uses the segment "{segment}", which the copy of its data table lacks; delete the records of that copy in test mode, then copy again',
        { segment: missing },
      )
      items.push({ kind: 'spinner', name, change: 'conflict', message })
      return
    }
    const known = ids.get(spinner.id)
    const copy = known === undefined ? null : await tx.spinners.lock(testId, known)
    if (copy === null)
      assertSpaceForOne(await tx.plans.of(testId), 'spinners', await tx.spinners.countOf(testId))
    const id = known ?? copying.newId()
    const unpublished = { publishedVersion: null, latestVersion: 0, revision: 0, createdAt: now }
    const of = { id, organizationId: testId, projectId, dataTableId, pausedAt: null, pausedActorId: null }
    const wanted: Spinner = {
      ...(copy ?? { ...spinner, ...unpublished, ...of }),
      ...copiedDraftSettings(spinner),
      ...contentWithIds(spinner, ids),
    }
    const present =
      wanted.publishedVersion === null ? null : await tx.spinners.findVersion(id, wanted.publishedVersion)
    const version = await this.#versionToPublish(copying, spinner, wanted, present)
    const revision = wanted.revision + 1
    const published =
      version === null ? {} : { publishedVersion: version.version, latestVersion: version.version }
    const after: Spinner = { ...wanted, ...published, revision }
    await keepCopy(copying, {
      kind: 'spinner',
      originalId: spinner.id,
      copyId: id,
      revision: spinner.revision,
    })
    if (copy === null) await tx.spinners.add(after, version)
    else if (version === null && sameDrafts(wanted, copy)) {
      items.push({ kind: 'spinner', name, change: 'same', message: null })
      return
    } else {
      if (version !== null) await tx.spinners.addVersion(version, now)
      await tx.spinners.save(after)
    }
    if (version !== null) {
      await notePublished(tx, after, version.version)
      await publishPace(tx, testId, version, now)
      await publishStartsOfCopy(copying, after, version, present)
      await publishGoal(tx, after, version)
    }
    items.push({ kind: 'spinner', name, change: copy === null ? 'new' : 'changed', message: null })
  }

  /** Returns a segment that the draft or the published version names and the copy of its table lacks; null if none. */
  async #segmentMissingFor(copying: Copying, spinner: Spinner): Promise<string | null> {
    const { id, dataTableId, publishedVersion } = spinner
    const frozen =
      publishedVersion === null ? null : await copying.tx.spinners.findVersion(id, publishedVersion)
    const used = [spinner, frozen].flatMap((content) => (content === null ? [] : idsInContent(content)))
    return segmentWithoutCopy(copying, dataTableId, used)
  }

  /**
   * Returns the version that the copy of a spinner must publish. Returns null if the real spinner is not
   * published, or if its copy already runs the same version. `present` is the published version of the copy.
   */
  async #versionToPublish(
    { tx, ids }: Copying,
    spinner: Spinner,
    copy: Spinner,
    present: SpinnerVersion | null,
  ): Promise<SpinnerVersion | null> {
    if (spinner.publishedVersion === null) return null
    const frozen = await tx.spinners.findVersion(spinner.id, spinner.publishedVersion)
    if (frozen === null) return null
    const version = {
      ...copiedVersionSettings(frozen),
      ...contentWithIds(frozen, ids),
      spinnerId: copy.id,
      version: copy.latestVersion + 1,
    }
    return present !== null && haveSameEffect(present, version) ? null : version
  }
}

/** Writes the audit entry of a copy, unless the copy changes nothing. */
async function noteCopy({ tx, realId, items }: Copying, projectId: string, by: Actor): Promise<void> {
  if (!items.some(({ change }) => change === 'new' || change === 'changed')) return
  const name = items.find(({ kind }) => kind === 'project')?.name ?? null
  const subject = { kind: 'project', id: projectId, name } as const
  await tx.audit.add({ action: 'testMode.projectCopied', organizationId: realId, by, subject })
}

/** Removes the columns of a copied table that the real one does not have, and adds those that the copy lacks. */
async function changeColumns(tx: Transaction, copy: DataTable, { columns }: DataTable): Promise<void> {
  const names = columns.map(({ name }) => name)
  const known = copy.columns.map(({ name }) => name)
  for (const name of known.filter((one) => !names.includes(one)))
    await tx.dataTables.removeColumn(copy.id, name)
  await tx.dataTables.addColumns(
    copy.id,
    names.filter((name) => !known.includes(name)),
  )
}
