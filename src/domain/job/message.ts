/** An e-mail of one recipient at one step, rendered. */
export interface EmailMessage {
  readonly organizationId: string
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly to: string
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
}

/** A captured message as it is looked at. */
export interface OutboxMessage extends Omit<EmailMessage, 'organizationId'> {
  readonly id: string
  readonly createdAt: Date
}
