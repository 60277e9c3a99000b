import type { SnsMessage } from '../../../domain/sender/heard/sns-message.ts'

export abstract class Sns {
  /** Whether Amazon has signed it. */
  abstract isSigned(message: SnsMessage): Promise<boolean>
  /** Says that the topic may post here. Only to a URL of SNS. */
  abstract confirm(subscribeUrl: string): Promise<void>
}
