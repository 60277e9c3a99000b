import type { Requester } from '../../../domain/account/requester.ts'
import { withColumnRenamed } from '../../../domain/arrival/mapping/mapping-columns.ts'
import { DomainError, type ErrorItem, maxErrorItems } from '../../../domain/errors.ts'
import { changedParts, type DraftContent } from '../../../domain/spinner/draft-parts.ts'
import { goalRenamed } from '../../../domain/spinner/goal.ts'
import { windowRenamed } from '../../../domain/spinner/send-window.ts'
import type { Spinner, SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import { renamingBudget, type TemplateBudget } from '../../../domain/spinner/steps/template-budget.ts'
import { whereRenamed } from '../../../domain/spinner/where/where.ts'
import {
  type ColumnChanges,
  columnAmong,
  columnName,
  matchRenamed,
  sameNames,
  withColumnChanged,
} from '../../../domain/table/column/column-changes.ts'
import type { Column, DataTable } from '../../../domain/table/data-table.ts'
import { viewRenamed } from '../../../domain/table/search/view.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { ColumnRenaming, Templates } from '../../../ports/spinner/templates.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { replacedSteps } from '../../spinner/steps/replaced-steps.ts'
import { storedTable } from '../locked-table.ts'
import { type SpinnerInUse, sameSpinners, spinnersOver } from './spinners-over.ts'
import { assertColumnsMayChange, type TableRevision, tableForColumns } from './table-for-columns.ts'

export interface ChangeColumnCommand extends Requester, TableRevision {
  readonly column: string
  readonly changes: ColumnChanges
}

/**
 * The spinners that use a table, as they were read before the lock, and their drafts and versions with the
 * column renamed.
 */
interface RenamedSpinners {
  readonly read: readonly SpinnerInUse[]
  readonly drafts: readonly Spinner[]
  readonly versions: readonly SpinnerVersion[]
}

/**
 * Renames or moves a column, sets its type, or makes it a metadata column, which spinners may use. A type
 * changes no value. A new name also changes match columns, mappings, views, segments, drafts and running versions, so
 * that jobs continue. Drafts of spinners in the bin change too.
 */
export class ChangeColumn {
  readonly #unitOfWork: UnitOfWork
  readonly #templates: Templates

  constructor(unitOfWork: UnitOfWork, templates: Templates) {
    this.#unitOfWork = unitOfWork
    this.#templates = templates
  }

  /** Changes a column of the table and returns its name after the change. */
  async execute(command: ChangeColumnCommand): Promise<string> {
    const { column: from } = command
    const changes =
      command.changes.name === undefined
        ? command.changes
        : { ...command.changes, name: columnName(command.changes.name) }
    const to = changes.name ?? from
    const budget = renamingBudget(command.organizationId)
    // Parses the templates of spinners before the table is locked; otherwise arrivals to the table would wait
    // for them.
    for (let isDone = false; !isDone; ) {
      const renamed = to === from ? null : await this.#renamed(command, { from, to }, budget)
      isDone = await this.#unitOfWork.run((tx) => this.#change(tx, { ...command, changes }, renamed))
    }
    return to
  }

  /**
   * Changes the column in one transaction. Returns false if a spinner was changed after it was read, so that
   * the caller tries again.
   */
  async #change(
    tx: Transaction,
    command: ChangeColumnCommand,
    renamed: RenamedSpinners | null,
  ): Promise<boolean> {
    const { organizationId, column: from, changes, by } = command
    const table = await tableForColumns(tx, command, command)
    const columns = withColumnChanged(table.columns, columnAmong(table.columns, from), changes)
    const { name: to = from } = changes
    const match = to === from ? table.match : matchRenamed(table.match, from, to)
    const isSame = sameNames(table.columns, columns)
    if (!isSame) await assertColumnsMayChange(tx, table)
    if (renamed !== null) {
      if (!sameSpinners(renamed.read, await spinnersOver(tx, table.id))) return false
      for (const draft of renamed.drafts) await tx.spinners.save(draft)
      await tx.spinners.forgetColumn(table.id, from)
      for (const version of renamed.versions) await tx.spinners.saveVersion(version)
      await tx.dataTables.renameColumn(table.id, from, to)
      const mappings = await tx.mappings.of(table.id)
      const follow = mappings.map((mapping) => withColumnRenamed(mapping, from, to))
      if (follow.length > 0) await tx.mappings.replace(table.id, follow)
      for (const view of await tx.dataTables.viewsOf(table.id))
        await tx.dataTables.putView(viewRenamed(view, from, to))
      for (const segment of await tx.segments.ofTable(table.id))
        await tx.segments.put({ ...segment, where: whereRenamed(segment.where, from, to) })
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      const [before, after] = [{ column: from }, { column: to }]
      await tx.audit.add({ action: 'column.renamed', organizationId, by, subject, before, after })
    }
    if (changes.type !== undefined || changes.options !== undefined) {
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      const typed = (of: readonly Column[], column: string) => ({
        column,
        columnType: of.find(({ name }) => name === column)?.type ?? 'text',
      })
      const [before, after] = [typed(table.columns, from), typed(columns, to)]
      await tx.audit.add({ action: 'column.typed', organizationId, by, subject, before, after })
    }
    await notePlace(tx, command, { table, columns, from, to })
    const schemaVersion = table.schemaVersion + (isSame ? 0 : 1)
    await tx.dataTables.save({ ...table, columns, match, schemaVersion, revision: table.revision + 1 })
    return true
  }

  async #renamed(
    { organizationId, dataTableId }: ChangeColumnCommand,
    renaming: ColumnRenaming,
    budget: TemplateBudget,
  ): Promise<RenamedSpinners> {
    const read = await this.#unitOfWork.run(async (tx) => {
      const table = await storedTable(tx, organizationId, dataTableId)
      return spinnersOver(tx, table.id)
    })
    const { from, to } = renaming
    const drafts: Spinner[] = []
    const versions: SpinnerVersion[] = []
    const faults: (ErrorItem & { readonly message: string })[] = []
    for (const { spinner, versions: used, isInBin } of read) {
      const draft = await replacedSteps(spinner.steps, renaming, this.#templates, budget)
      // A draft in the bin that cannot be renamed stays as it is. Its first publication after a restore names the column.
      if (isInBin && draft.faults.length > 0) continue
      const renamed = { ...spinner, steps: draft.steps, ...settingsRenamed(spinner, renaming) }
      if (changedParts(spinner, renamed).length > 0)
        drafts.push({ ...renamed, revision: spinner.revision + 1 })
      faults.push(...draft.faults.map((fault) => inSpinner(spinner, 'draft', fault)))
      for (const version of used) {
        const { steps, faults: ofVersion } = await replacedSteps(
          version.steps,
          renaming,
          this.#templates,
          budget,
        )
        const metadataColumns = version.metadataColumns.map((name) => (name === from ? to : name))
        versions.push({ ...version, steps, ...settingsRenamed(version, renaming), metadataColumns })
        faults.push(...ofVersion.map((fault) => inSpinner(spinner, version.version, fault)))
      }
    }
    const [first] = faults
    if (first === undefined) return { read, drafts, versions }
    throw new DomainError('CONFLICT', {
      message: sentence(
        'A template uses the column in a way that cannot be renamed automatically; nothing was changed. {fault}',
        { fault: first.message },
      ),
      errors: faults.slice(0, maxErrorItems),
    })
  }
}

/** Returns the settings that name columns, with the new name of a renamed column. */
function settingsRenamed(
  { goal, sendWindow }: Pick<DraftContent, 'goal' | 'sendWindow'>,
  { from, to }: ColumnRenaming,
): Pick<DraftContent, 'goal' | 'sendWindow'> {
  return { goal: goalRenamed(goal, from, to), sendWindow: windowRenamed(sendWindow, from, to) }
}

function inSpinner(
  { id, name }: Spinner,
  version: number | 'draft',
  { pointer, message, ...fault }: ErrorItem & { readonly message: string },
): ErrorItem & { readonly message: string } {
  const of = version === 'draft' ? 'the draft' : `the running version ${version}`
  return {
    ...fault,
    pointer: `/spinners/${id}/${version === 'draft' ? 'draft' : `versions/${version}`}${pointer}`,
    message: `In ${of} of the spinner "${name}", ${pointer}: ${message}`,
  }
}

/** Writes an audit entry if a column moved, or if it became a metadata column or ceased to be one. */
async function notePlace(
  tx: Transaction,
  { organizationId, by }: ChangeColumnCommand,
  { table, columns, from, to }: ColumnRenaming & { table: DataTable; columns: readonly Column[] },
): Promise<void> {
  const [before, after] = [placeOf(table.columns, from), placeOf(columns, to)]
  const hasMoved = before.position !== after.position
  if (!hasMoved && before.isMetadata === after.isMetadata) return
  const facts = ({ column, position, isMetadata }: ReturnType<typeof placeOf>) => ({
    column,
    ...(hasMoved ? { position } : {}),
    ...(before.isMetadata === after.isMetadata ? {} : { isMetadata }),
  })
  await tx.audit.add({
    action: 'column.changed',
    organizationId,
    by,
    subject: { kind: 'dataTable', id: table.id, name: table.name },
    before: facts(before),
    after: facts(after),
  })
}

function placeOf(columns: readonly Column[], column: string) {
  const position = columns.findIndex(({ name }) => name === column)
  return { column, position, isMetadata: columns[position]?.isMetadata ?? false }
}
