import { t } from '../../../languages/text.ts'

/** Why a typed text is no date or time. */
export type Fault = 'unreadable' | 'no such date' | 'no such time'

/** The outcome of reading a typed text: the value that it means, or a fault. */
export type Reading = { readonly value: string } | { readonly fault: Fault }

/** How a field writes its values as text, and reads typed texts. */
export interface TextForm {
  readonly read: (text: string) => Reading
  readonly write: (value: string) => string
  /** Returns the message for a text that cannot be read, with an example. */
  readonly hint: () => string
  /** Whether a text that cannot be read is the value of the field, so that the service refuses it. */
  readonly passesFaults?: boolean
}

/** The form of a field whose text is its value. */
export const plainForm: TextForm = {
  read: (text) => ({ value: text }),
  write: (value) => value,
  hint: () => '',
}

/** Returns the message that a field shows for a fault of its text. */
export function wordsOf(fault: Fault, { hint }: TextForm): string {
  if (fault === 'no such date') return t('This date does not exist.')
  if (fault === 'no such time') return t('This time does not exist.')
  return hint()
}

/** Returns a typed text in small letters without accents and with simple spaces, for comparisons. */
export function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
