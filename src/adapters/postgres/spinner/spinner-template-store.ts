import type {
  SavedTemplate,
  SpinnerTemplate,
  TemplateEntry,
  TemplateKind,
} from '../../../domain/spinner/template/spinner-template.ts'
import { SpinnerTemplateStore } from '../../../ports/spinner/spinner-templates.ts'
import { type Executor, entity } from '../rows.ts'

const entryFields = [
  'id',
  'organizationId',
  'kind',
  'name',
  'description',
  'columns',
  'stepCount',
  'revision',
  'createdAt',
] as const

const entries = entity('spinner_templates', ...entryFields)
const templates = entity('spinner_templates', ...entryFields, 'settings', 'steps')

export class PostgresSpinnerTemplateStore extends SpinnerTemplateStore {
  readonly #executor: Executor

  constructor(executor: Executor) {
    super()
    this.#executor = executor
  }

  override entriesOf(organizationId: string, kind: TemplateKind | null): Promise<readonly TemplateEntry[]> {
    return entries.within(this.#executor).list({ organizationId, ...(kind && { kind }) }, 'id')
  }

  override async find(organizationId: string, id: string): Promise<SavedTemplate | null> {
    return withAllSettings(await templates.within(this.#executor).find({ organizationId, id }))
  }

  override async lock(organizationId: string, id: string): Promise<SavedTemplate | null> {
    return withAllSettings(await templates.within(this.#executor).lock({ organizationId, id }))
  }

  override countOf(organizationId: string): Promise<number> {
    return entries.within(this.#executor).count({ organizationId })
  }

  override async add(template: SavedTemplate): Promise<void> {
    await templates.within(this.#executor).add(template)
  }

  override async rename(
    changed: Pick<SpinnerTemplate, 'id' | 'name' | 'description' | 'revision'>,
  ): Promise<void> {
    const { id, name, description, revision } = changed
    await templates.within(this.#executor).patch({ id }, { name, description, revision })
  }

  override async remove(id: string): Promise<void> {
    await templates.within(this.#executor).remove({ id })
  }
}

/** Adds the settings that did not exist when a template was saved. */
function withAllSettings<Template extends SavedTemplate>(template: Template | null): Template | null {
  if (template === null || template.settings === null) return template
  return { ...template, settings: { ...settingsOfOldTemplates, ...template.settings } }
}

const settingsOfOldTemplates = { exclude: null, pace: null }
