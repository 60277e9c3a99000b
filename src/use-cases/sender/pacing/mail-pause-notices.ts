import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import type { PublicUrls } from '../../../domain/public-urls.ts'
import { pausesAll, wordsOfFault } from '../../../domain/sender/pacing/breaker.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnreportedPause } from '../../../ports/sender/pacing/sender-health.ts'
import type { SenderStore } from '../../../ports/sender/senders.ts'
import { mailNotices } from '../../mail-notices.ts'

/** Mails the owners of an organization when one of its senders was paused, one mail for each pause. */
export class MailPauseNotices {
  readonly #senders: SenderStore
  readonly #mailer: Mailer
  readonly #urls: PublicUrls
  readonly #clock: Clock

  constructor(senders: SenderStore, mailer: Mailer, urls: PublicUrls, clock: Clock) {
    this.#senders = senders
    this.#mailer = mailer
    this.#urls = urls
    this.#clock = clock
  }

  async execute(signal: AbortSignal): Promise<void> {
    const [mailer, clock] = [this.#mailer, this.#clock]
    await mailNotices<UnreportedPause>(
      { mailer, clock, signal },
      (range, inform) => this.#senders.informOfPause(range, inform),
      (pause) => ({
        to: pause.owners,
        subject: `Spindle has paused the sender ${nameOfSender(pause)}`,
        text: this.#textOf(pause),
      }),
    )
  }

  #textOf(pause: UnreportedPause): string {
    const { senderEmail, spinnerName, fault } = pause
    const { sent = 0, bounced = 0, complained = 0, refused = 0 } = fault.numbers ?? {}
    const spinners = pausesAll(fault.code) ? 'all spinners' : `the spinner "${nameInMail(spinnerName)}"`
    return [
      `The sender ${nameOfSender(pause)} <${senderEmail}> is paused for ${spinners}. Spindle paused it to protect the reputation of its address. You get this e-mail because you are an owner of the organization.`,
      `Reason: ${wordsOfFault(fault.code)}.`,
      `Sent: ${sent}. Bounced: ${bounced}. Reported as spam: ${complained}. Refused: ${refused}.`,
      ...(fault.serverResponse === '' ? [] : [`The provider says: ${fault.serverResponse}`]),
      `The recipients of its messages wait until you resume the sender. Remove the cause first, then resume the sender here: ${this.#urls.senders()}`,
    ].join('\n\n')
  }
}

/** Returns the name of a sender for a mail. Many senders are named by their address, which needs no change. */
function nameOfSender({ senderName, senderEmail }: UnreportedPause): string {
  return senderName === senderEmail ? senderEmail : nameInMail(senderName)
}
