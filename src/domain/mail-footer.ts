import { DomainError } from './errors.ts'

/** The footer that an organization adds below the e-mails of its spinners. */
export interface MailFooter {
  /** One line of text. The words in square brackets become the link that unsubscribes the recipient. */
  readonly unsubscribeLine: string
  /** The postal address of the organization, in one or more lines; null for none. */
  readonly postalAddress: string | null
}

/** The footer of an organization that has not written one. */
export const standardFooter: MailFooter = {
  unsubscribeLine: 'If you do not want more of these e-mails, [unsubscribe].',
  postalAddress: null,
}

/** Refuses an unsubscribe line that is not one line with one link. */
export function assertUnsubscribeLine(line: string): void {
  if (/^[^[\]\r\n]*\[[^[\]\r\n]*[^[\]\s][^[\]\r\n]*\][^[\]\r\n]*$/.test(line)) return
  const message =
    'The unsubscribe line needs one link: put the words of the link into square brackets, as in "No more e-mails? [Unsubscribe]"'
  const errors = [{ pointer: '/unsubscribeLine', code: 'NO_UNSUBSCRIBE_LINK', message }]
  throw new DomainError('VALIDATION_FAILED', { message, errors })
}
