import { DomainError } from './errors.ts'
import type { Language } from './text/language.ts'

/** The footer that an organization adds below the e-mails of its spinners. */
export interface MailFooter {
  /** One line of text. The words in square brackets become the link that unsubscribes the recipient. */
  readonly unsubscribeLine: string
  /** The postal address of the organization, in one or more lines; null for none. */
  readonly postalAddress: string | null
}

/** The unsubscribe lines of organizations that have not written one, by the language of the organization. */
const standardUnsubscribeLines: Readonly<Record<Language, string>> = {
  en: 'If you do not want more of these e-mails, [unsubscribe].',
  de: 'Wenn Sie keine weiteren E-Mails möchten, [melden Sie sich hier ab].',
  fr: 'Si vous ne souhaitez plus recevoir ces e-mails, [désinscrivez-vous ici].',
  es: 'Si no desea recibir más correos como este, [dese de baja aquí].',
}

/** Returns the footer of an organization that has not written one. */
export function standardFooter(language: Language): MailFooter {
  return { unsubscribeLine: standardUnsubscribeLines[language], postalAddress: null }
}

/** Refuses an unsubscribe line that is not one line with one link. */
export function assertUnsubscribeLine(line: string): void {
  if (/^[^[\]\r\n]*\[[^[\]\r\n]*[^[\]\s][^[\]\r\n]*\][^[\]\r\n]*$/.test(line)) return
  const message =
    'The unsubscribe line needs one link: put the words of the link into square brackets, as in "No more e-mails? [Unsubscribe]"'
  const errors = [{ pointer: '/unsubscribeLine', code: 'NO_UNSUBSCRIBE_LINK', message }]
  throw new DomainError('VALIDATION_FAILED', { message, errors })
}
