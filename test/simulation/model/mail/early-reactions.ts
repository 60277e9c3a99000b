/** The kinds of reactions that the simulator lets a person make before the outcome of a message is stored. */
export const earlyKinds = ['reply', 'bounce', 'complaint'] as const
export type EarlyKind = (typeof earlyKinds)[number]

/** A reaction of a person that the service has processed while it was sending the message. */
export interface EarlyReaction {
  readonly kind: EarlyKind
  readonly jobId: string
  readonly recordId: string
  readonly address: string
  readonly messageId: string
  /** The words of the bounce, which the log of messages shows; null for another kind. */
  readonly serverResponse: string | null
  readonly at: Date
}
