import account from './account.json' with { type: 'json' }
import home from './home.json' with { type: 'json' }
import service from './service.json' with { type: 'json' }
import shared from './shared.json' with { type: 'json' }

/** The translations that the first page needs. Those of other features are loaded with the code of their pages. */
export const firstPage: Readonly<Record<string, string>> = { ...account, ...home, ...service, ...shared }
