import type { SnsMessage } from '../../../domain/sender/inbound/sns-message.ts'

export abstract class Sns {
  /**
   * Returns whether Amazon signed an SNS message. Throws OVERLOADED if Amazon's certificate cannot be
   * fetched.
   */
  abstract isSigned(message: SnsMessage): Promise<boolean>
  /**
   * Confirms a topic's subscription at a URL of SNS, so that the topic may post here. Throws OVERLOADED if
   * SNS is unreachable.
   */
  abstract confirm(subscribeUrl: string): Promise<void>
}
