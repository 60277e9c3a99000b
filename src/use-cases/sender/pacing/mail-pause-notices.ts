import { pausesAll, wordsOfTrouble } from '../../../domain/sender/pacing/breaker.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PublicUrls } from '../../../ports/public-urls.ts'
import type { SenderHealth, UnreportedPause } from '../../../ports/sender/pacing/sender-health.ts'

/** Mails the owners of an organization when one of its senders was paused, one mail for each pause. */
export class MailPauseNotices {
  readonly #pauses: SenderHealth
  readonly #mailer: Mailer
  readonly #urls: PublicUrls
  readonly #clock: Clock

  constructor(pauses: SenderHealth, mailer: Mailer, urls: PublicUrls, clock: Clock) {
    this.#pauses = pauses
    this.#mailer = mailer
    this.#urls = urls
    this.#clock = clock
  }

  async execute(): Promise<void> {
    for (const pause of await this.#pauses.takeUntold(this.#clock.now())) {
      const subject = `Spindle has paused the sender ${oneLine(pause.senderName)}`
      for (const to of pause.owners) this.#mailer.post({ to, subject, text: this.#textOf(pause) })
    }
  }

  #textOf({ senderName, senderAddress, spinnerName, trouble }: UnreportedPause): string {
    const { sent = 0, bounced = 0, complained = 0, refused = 0 } = trouble.numbers ?? {}
    const spinners = pausesAll(trouble.code) ? 'all spinners' : `the spinner "${oneLine(spinnerName)}"`
    return [
      `The sender ${oneLine(senderName)} <${oneLine(senderAddress)}> is paused for ${spinners}. Spindle paused it to protect the reputation of its address. You get this e-mail because you are an owner of the organization.`,
      `Reason: ${wordsOfTrouble(trouble.code)}.`,
      `Sent: ${sent}. Bounced: ${bounced}. Reported as spam: ${complained}. Refused: ${refused}.`,
      ...(trouble.words === '' ? [] : [`The provider says: ${trouble.words}`]),
      `The recipients of its messages wait until you resume the sender. Remove the cause first, then resume the sender here: ${this.#urls.senders()}`,
    ].join('\n\n')
  }
}

/** Replaces control characters in the name of a sender or spinner, because the name is part of a mail. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
