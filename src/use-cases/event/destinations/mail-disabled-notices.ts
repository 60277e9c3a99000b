import type { PublicUrls } from '../../../domain/public-urls.ts'
import { textsIn } from '../../../domain/text/texts.ts'
import { writtenTime } from '../../../domain/text/written-time.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { DestinationStore, DisabledNotice } from '../../../ports/event/destinations.ts'
import { mailNotices } from '../../mail-notices.ts'

/** Mails the owners and admins of an organization when one of its destinations was disabled for failures. */
export class MailDisabledNotices {
  readonly #destinations: DestinationStore
  readonly #mailer: Mailer
  readonly #urls: PublicUrls
  readonly #clock: Clock

  constructor(destinations: DestinationStore, mailer: Mailer, urls: PublicUrls, clock: Clock) {
    this.#destinations = destinations
    this.#mailer = mailer
    this.#urls = urls
    this.#clock = clock
  }

  async execute(signal: AbortSignal): Promise<void> {
    const [mailer, clock] = [this.#mailer, this.#clock]
    await mailNotices<DisabledNotice>(
      { mailer, clock, signal },
      (range, inform) => this.#destinations.informOfDisabled(range, inform),
      (notice) => {
        const { t } = textsIn(notice.language)
        const host = URL.parse(notice.url)?.host ?? ''
        const subject = t('Spindle no longer sends events to {host}', { host })
        return { to: notice.admins, subject, text: this.#textOf(notice, host) }
      },
    )
  }

  #textOf({ failingSince, language }: DisabledNotice, host: string): string {
    const { t } = textsIn(language)
    return [
      failingSince === null
        ? t(
            'The destination at {host} is disabled, because every attempt to deliver events to it has failed. You get this e-mail because you are an owner or admin of the organization.',
            { host },
          )
        : t(
            'The destination at {host} is disabled, because every attempt to deliver events to it has failed since {time} (UTC). You get this e-mail because you are an owner or admin of the organization.',
            { host, time: writtenTime(failingSince, language, 'UTC') },
          ),
      t(
        'Its events are kept for 30 days. Correct the cause, then resume the destination. Spindle then delivers the kept events in order.',
      ),
      t('See the failed attempts, and resume the destination here: {url}', {
        url: this.#urls.destinations(),
      }),
    ].join('\n\n')
  }
}
