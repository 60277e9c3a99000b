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
  /** One click on it, and no job of the organization writes to the address again. */
  readonly unsubscribeUrl: string
}

/** A webhook of one recipient at one step, rendered. */
export interface WebhookMessage {
  /** The same over all attempts, by which the receiver tells a repetition. */
  readonly id: string
  readonly organizationId: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A captured message as it is looked at. */
export interface OutboxMessage extends Omit<EmailMessage, 'organizationId' | 'unsubscribeUrl'> {
  readonly id: string
  readonly createdAt: Date
}
