import type { SnsMessage } from '../../../domain/sender/heard/sns-message.ts'

export abstract class Sns {
  /** Whether Amazon has signed it. Throws OVERLOADED where Amazon's certificate cannot be fetched. */
  abstract isSigned(message: SnsMessage): Promise<boolean>
  /** Says that the topic may post here. Only to a URL of SNS. Throws OVERLOADED where SNS cannot be reached. */
  abstract confirm(subscribeUrl: string): Promise<void>
}
