import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import type { PublicUrls } from '../../../domain/public-urls.ts'
import { pausesAll, wordsOfFault } from '../../../domain/sender/pacing/breaker.ts'
import { type Texts, textsIn } from '../../../domain/text/texts.ts'
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
      (pause) => {
        const texts = textsIn(pause.language)
        const sender = nameOfSender(pause)
        const { t } = texts
        const subject = t('Spindle has paused the sender {sender}', { sender })
        return { to: pause.owners, subject, text: this.#textOf(pause, texts) }
      },
    )
  }

  #textOf(pause: UnreportedPause, texts: Texts): string {
    const { senderEmail: email, spinnerName, fault } = pause
    const { sent = 0, bounced = 0, complained = 0, refused = 0 } = fault.numbers ?? {}
    const { t } = texts
    const sender = nameOfSender(pause)
    return [
      pausesAll(fault.code)
        ? t(
            'The sender {sender} <{email}> is paused for all spinners. Spindle paused it to protect the reputation of its address. You get this e-mail because you are an owner of the organization.',
            { sender, email },
          )
        : t(
            'The sender {sender} <{email}> is paused for the spinner "{spinner}". Spindle paused it to protect the reputation of its address. You get this e-mail because you are an owner of the organization.',
            { sender, email, spinner: nameInMail(spinnerName) },
          ),
      t('Reason: {reason}.', { reason: wordsOfFault(fault.code, texts) }),
      t('Sent: {sent}. Bounced: {bounced}. Reported as spam: {complained}. Refused: {refused}.', {
        sent,
        bounced,
        complained,
        refused,
      }),
      ...(fault.serverResponse === ''
        ? []
        : [t('The provider says: {answer}', { answer: fault.serverResponse })]),
      t(
        'The recipients of its messages wait until you resume the sender. Remove the cause first, then resume the sender here: {url}',
        { url: this.#urls.senders() },
      ),
    ].join('\n\n')
  }
}

/** Returns the name of a sender for a mail. Many senders are named by their address, which needs no change. */
function nameOfSender({ senderName, senderEmail }: UnreportedPause): string {
  return senderName === senderEmail ? senderEmail : nameInMail(senderName)
}
