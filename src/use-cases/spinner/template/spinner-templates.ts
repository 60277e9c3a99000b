import type { Reach } from '../../../domain/account/reach.ts'
import type { Requester } from '../../../domain/account/requester.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertRevision } from '../../../domain/revision.ts'
import { contentOf } from '../../../domain/spinner/draft-parts.ts'
import { defaultExits, defaultReply } from '../../../domain/spinner/exit.ts'
import { columnsOfWindow } from '../../../domain/spinner/send-window.ts'
import { onlyOnCall } from '../../../domain/spinner/starts.ts'
import { programOf } from '../../../domain/spinner/steps/program.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import { mailOf } from '../../../domain/spinner/steps/step-capabilities.ts'
import { requestBudget } from '../../../domain/spinner/steps/template-budget.ts'
import { shippedTemplateOf, shippedTemplates } from '../../../domain/spinner/template/shipped-templates.ts'
import {
  maxTemplates,
  type SavedTemplate,
  type SpinnerTemplate,
  type TemplateContent,
  type TemplateEntry,
  type TemplateKind,
  type TemplateSettings,
} from '../../../domain/spinner/template/spinner-template.ts'
import { triggerColumnOf } from '../../../domain/spinner/trigger-data.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { Language } from '../../../domain/text/language.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Templates } from '../../../ports/spinner/templates.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { addSpinner } from '../add-spinner.ts'
import { lockedSpinner } from '../spinners.ts'
import { columnsNamed, readSteps, templateFaultOf } from '../steps/check-steps.ts'
import type { ChosenReplacement } from './column-choice.ts'
import { type FilledTemplate, filledTemplate } from './filled-template.ts'
import { portableContent } from './portable-settings.ts'
import { portableSteps } from './portable-steps.ts'

export interface SaveTemplateCommand {
  readonly name: string
  readonly description: string
  readonly spinnerId: string
  /** The index of the e-mail step that becomes the template; null for the whole spinner. */
  readonly step: number | null
  /** The steps in place of those of the draft, for an editor with changes that are not stored; null for the draft. */
  readonly steps: readonly Step[] | null
}

export interface FillTemplateCommand {
  readonly templateId: string
  readonly dataTableId: string
  /** The replacements of columns that a user has chosen. Columns of the same meaning replace all others. */
  readonly columns: readonly ChosenReplacement[]
}

export type TemplateWords = Pick<SpinnerTemplate, 'name' | 'description'>

/** Saves drafts of spinners and e-mails as templates, and makes spinners from templates. */
export class SpinnerTemplates {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #templates: Templates

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids, templates: Templates) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
    this.#templates = templates
  }

  /**
   * Returns the templates that come with the service in a language, or in that of the organization for null, and then
   * those of the organization, oldest first. A reach that is limited to projects has none of the organization's, because
   * they may come from spinners of other projects.
   */
  list(
    { organizationId, projectIds }: Reach,
    { kind, language }: { readonly kind: TemplateKind | null; readonly language: Language | null },
  ): Promise<readonly TemplateEntry[]> {
    return this.#unitOfWork.run(async (tx) => {
      const organization = language === null ? await tx.organizations.find(organizationId) : null
      const shipped = shippedTemplates(language ?? organization?.language ?? 'en')
      const saved = projectIds === null ? await tx.spinnerTemplates.entriesOf(organizationId, kind) : []
      return [...shipped.filter((template) => kind === null || template.kind === kind), ...saved]
    })
  }

  async find({ organizationId, projectIds }: Reach, id: string): Promise<SpinnerTemplate> {
    const shipped = shippedTemplateOf(id)
    if (shipped !== null) return shipped
    const saved =
      projectIds === null
        ? await this.#unitOfWork.run((tx) => tx.spinnerTemplates.find(organizationId, id))
        : null
    if (saved === null) throw templateNotFound()
    return saved
  }

  /** Saves the draft of a spinner, or one of its e-mail steps, as a template. Leaves out its senders and secrets. */
  async save({ organizationId, by }: Requester, command: SaveTemplateCommand): Promise<SpinnerTemplate> {
    const { name, description, spinnerId } = command
    const spinner = await this.#unitOfWork.run((tx) => tx.spinners.find(organizationId, spinnerId))
    if (spinner === null) throw spinnerNotFound()
    const steps = portableSteps(command.steps ?? spinner.steps)
    const { steps: _steps, ...settings } = portableContent(contentOf(spinner))
    const content: TemplateContent =
      command.step === null ? { settings, steps } : { settings: null, steps: [mailAt(steps, command.step)] }
    const columns = await this.#columnsOf(organizationId, content)
    return this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      const { name: copyOf } = await lockedSpinner(tx, organizationId, spinnerId)
      if ((await tx.spinnerTemplates.countOf(organizationId)) >= maxTemplates)
        throw new DomainError('CONFLICT', {
          message: sentence('An organization may have at most {maxTemplates} templates; delete one first', {
            maxTemplates,
          }),
        })
      const template: SavedTemplate = {
        id: this.#ids.next(),
        organizationId,
        kind: content.settings === null ? 'email' : 'spinner',
        name,
        description,
        columns,
        stepCount: programOf(content.steps).length,
        ...content,
        revision: 1,
        createdAt: this.#clock.now(),
      }
      await tx.spinnerTemplates.add(template)
      const subject = subjectOf(template)
      await tx.audit.add({
        action: 'spinnerTemplate.created',
        organizationId,
        by,
        subject,
        after: { copyOf },
      })
      return template
    })
  }

  /** Changes the name or the description of a template. The revision is the one that the editor saw; null if not sent. */
  change(
    { organizationId, by }: Requester,
    { id, words, revision }: { id: string; words: Partial<TemplateWords>; revision: number | null },
  ): Promise<SpinnerTemplate> {
    return this.#unitOfWork.run(async (tx) => {
      const template = await lockedTemplate(tx, organizationId, id)
      assertRevision(template, revision)
      const changed = { ...template, ...words, revision: template.revision + 1 }
      await tx.spinnerTemplates.rename(changed)
      await tx.audit.add({
        action: 'spinnerTemplate.changed',
        organizationId,
        by,
        subject: subjectOf(changed),
        ...(template.name === changed.name
          ? {}
          : { before: { name: template.name }, after: { name: changed.name } }),
      })
      return changed
    })
  }

  delete({ organizationId, by }: Requester, id: string): Promise<void> {
    return this.#unitOfWork.run(async (tx) => {
      const template = await lockedTemplate(tx, organizationId, id)
      await tx.spinnerTemplates.remove(id)
      const subject = subjectOf(template)
      await tx.audit.add({ action: 'spinnerTemplate.deleted', organizationId, by, subject })
    })
  }

  /** Returns the content of a template for a data table, with its columns replaced. Stores nothing. */
  async fill(
    reach: Reach,
    { templateId, dataTableId, columns }: FillTemplateCommand,
  ): Promise<FilledTemplate> {
    const template = await this.find(reach, templateId)
    const table = await this.#unitOfWork.run((tx) => storedTable(tx, reach.organizationId, dataTableId))
    const names = table.columns.map(({ name }) => name)
    return filledTemplate(template, names, columns, this.#templates, requestBudget(reach.organizationId))
  }

  /** Creates a spinner with the draft of a template over a data table, and returns its id. */
  async use(
    { organizationId, by }: Requester,
    reach: Reach,
    command: FillTemplateCommand & { readonly name: string },
  ): Promise<string> {
    const { name, templateId, dataTableId } = command
    const { name: template } = await this.find(reach, templateId)
    const { settings, steps } = await this.fill(reach, command)
    const id = this.#ids.next()
    const at = this.#clock.now()
    await this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      const { projectId } = await storedTable(tx, organizationId, dataTableId)
      const project = await tx.projects.lock(organizationId, projectId)
      const table = await tx.dataTables.lock(organizationId, dataTableId)
      if (project === null || table === null) throw tableNotFound()
      const draft = { ...defaultSettings, ...settings, steps, name }
      await addSpinner(tx, { id, draft, table, project, by, at, template })
    })
    return id
  }

  async #columnsOf(organizationId: string, { settings, steps }: TemplateContent): Promise<readonly string[]> {
    const stepColumns = await readSteps(steps, this.#templates, requestBudget(organizationId))
    const fault = templateFaultOf(stepColumns)
    if (fault !== null)
      throw new DomainError('SPINNER_INVALID', {
        message: sentence(
          'The columns cannot be listed, because a template of a step has an error: {fault}',
          { fault: fault.message },
        ),
        errors: [fault],
      })
    const used = columnsNamed([...columnsOfWindow(settings?.sendWindow ?? null), ...stepColumns])
    return [...used].filter((column) => !column.startsWith(triggerColumnOf('')))
  }
}

/** The settings of a spinner that is made from a template of one e-mail: those of every new spinner. */
const defaultSettings: TemplateSettings = {
  audience: 'new',
  exclude: null,
  contact: 'oncePerPerson',
  isExclusive: false,
  exits: defaultExits,
  reply: defaultReply,
  goal: null,
  sendWindow: null,
  pace: null,
  starts: onlyOnCall,
  triggerData: [],
}

/** Returns an e-mail step by its index among all steps. */
function mailAt(steps: readonly Step[], index: number): Step {
  const step = programOf(steps).find((placed) => placed.index === index)?.step
  if (step === undefined || mailOf(step) === null)
    throw new DomainError('VALIDATION_FAILED', {
      message: 'The step is not an e-mail step',
      errors: [
        { pointer: '/step', code: 'NOT_AN_EMAIL_STEP', message: 'must be the index of an e-mail step' },
      ],
    })
  return step
}

/** Locks and returns a template of the organization. A template that comes with the service cannot be changed. */
async function lockedTemplate(tx: Transaction, organizationId: string, id: string): Promise<SavedTemplate> {
  if (shippedTemplateOf(id) !== null)
    throw new DomainError('CONFLICT', {
      message:
        'The template comes with the service and cannot be changed or deleted; save a spinner made from it instead',
    })
  const template = await tx.spinnerTemplates.lock(organizationId, id)
  if (template === null) throw templateNotFound()
  return template
}

async function storedTable(tx: Transaction, organizationId: string, dataTableId: string): Promise<DataTable> {
  const table = await tx.dataTables.find(organizationId, dataTableId)
  if (table === null) throw tableNotFound()
  return table
}

function tableNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Data table not found' })
}

function templateNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Template not found' })
}

function spinnerNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Spinner not found' })
}

function subjectOf({ id, name }: Pick<SpinnerTemplate, 'id' | 'name'>) {
  return { kind: 'spinnerTemplate', id, name } as const
}
