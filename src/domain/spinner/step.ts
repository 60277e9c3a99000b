/** One element of a spinner. Each type has a runner of its own under use-cases/steps. */
export type Step = EmailStep

export interface EmailStep {
  readonly type: 'email'
  /** Liquid templates over the metadata columns of the record. */
  readonly to: string
  readonly subject: string
  readonly text?: string
  readonly html?: string
}
