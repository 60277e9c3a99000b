import type { DraftContent } from '../draft-parts.ts'

export const templateKinds = ['spinner', 'email'] as const
export type TemplateKind = (typeof templateKinds)[number]

/** The settings of a spinner that a template of a whole spinner has beside its steps. */
export type TemplateSettings = Omit<DraftContent, 'steps'>

/** The part of a template from which a draft or an e-mail step is made. It names no data table and no sender. */
export interface TemplateContent extends Pick<DraftContent, 'steps'> {
  /** The settings of the spinner; null for a template of one e-mail. */
  readonly settings: TemplateSettings | null
}

/** A template as lists show it. */
export interface TemplateEntry {
  readonly id: string
  /** The organization that has saved the template; null for a template that comes with the service. */
  readonly organizationId: string | null
  readonly kind: TemplateKind
  readonly name: string
  readonly description: string
  /** The columns of a data table that the steps and the send window use, in the order of their first use. */
  readonly columns: readonly string[]
  /** The number of steps, with the steps in branches. */
  readonly stepCount: number
  readonly revision: number
  /** The time when the template was saved; null for a template that comes with the service. */
  readonly createdAt: Date | null
}

/** A stored draft of a spinner, or of one e-mail, from which others are made. */
export interface SpinnerTemplate extends TemplateEntry, TemplateContent {}

/** A template that an organization has saved. */
export interface SavedTemplate extends SpinnerTemplate {
  readonly organizationId: string
  readonly createdAt: Date
}

export const maxTemplates = 100
export const maxTemplateDescriptionLength = 500
