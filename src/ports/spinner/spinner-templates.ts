import type {
  SavedTemplate,
  SpinnerTemplate,
  TemplateEntry,
  TemplateKind,
} from '../../domain/spinner/template/spinner-template.ts'
import type { InTransaction } from '../in-transaction.ts'

/** Stores the templates that organizations have saved. Templates that come with the service are not stored. */
export abstract class SpinnerTemplateStore {
  /** Returns the templates of an organization, oldest first; of one kind, or of both if `kind` is null. */
  abstract entriesOf(organizationId: string, kind: TemplateKind | null): Promise<readonly TemplateEntry[]>
  abstract find(organizationId: string, id: string): Promise<SavedTemplate | null>
  abstract lock(this: InTransaction, organizationId: string, id: string): Promise<SavedTemplate | null>
  abstract countOf(organizationId: string): Promise<number>
  abstract add(this: InTransaction, template: SavedTemplate): Promise<void>
  /** Stores the name, the description and the revision of a template that is locked. */
  abstract rename(
    this: InTransaction,
    template: Pick<SpinnerTemplate, 'id' | 'name' | 'description' | 'revision'>,
  ): Promise<void>
  abstract remove(this: InTransaction, id: string): Promise<void>
}
