import account from './account.json' with { type: 'json' }
import home from './home.json' with { type: 'json' }
import service from './service.json' with { type: 'json' }
import shared from './shared.json' with { type: 'json' }

/** The translations of the texts that the service sends, also with values in braces. */
export const serviceTexts: Readonly<Record<string, string>> = service

/** The translations of the first page. The code of other pages loads further translations. */
export const firstPage: Readonly<Record<string, string>> = { ...account, ...home, ...service, ...shared }
