import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../../api/account/session.ts'
import type { Language } from '../../../languages/language.ts'

/** The words that the editor proposes for e-mails, in one language. */
export interface MailWords {
  readonly greeting: string
  /** The word that stands after the greeting if the name is empty. */
  readonly insteadOfName: string
  /** The sentences below the greeting of the first e-mail. */
  readonly thanks: string
}

const mailWords: Readonly<Record<Language, MailWords>> = {
  en: {
    greeting: 'Hello',
    insteadOfName: 'there',
    thanks: 'thank you for your interest. We will be in touch.',
  },
  de: {
    greeting: 'Hallo',
    insteadOfName: 'zusammen',
    thanks: 'vielen Dank für Ihr Interesse. Wir melden uns bei Ihnen.',
  },
  fr: {
    greeting: 'Bonjour',
    insteadOfName: 'à vous',
    thanks: 'merci de votre intérêt. Nous vous recontacterons bientôt.',
  },
  es: {
    greeting: 'Hola',
    insteadOfName: 'a todos',
    thanks: 'gracias por su interés. Nos pondremos en contacto pronto.',
  },
}

/** Returns the proposed words in the language of the organization, which its recipients read. */
export function useMailWords(): MailWords {
  return mailWords[useQuery(sessionQuery).data?.organization.language ?? 'en']
}
