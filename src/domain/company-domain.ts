/**
 * The domains of mail providers that serve people of all companies. The number of people at such a domain
 * says nothing about a company. The list is closed, so that the counting is predictable. `company_domain` in
 * SQL contains the same list.
 */
export const freeMailDomains: ReadonlySet<string> = new Set([
  'aol.com',
  'btinternet.com',
  'comcast.net',
  'fastmail.com',
  'free.fr',
  'gmail.com',
  'gmx.at',
  'gmx.ch',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hey.com',
  'hotmail.co.uk',
  'hotmail.com',
  'hotmail.de',
  'hotmail.fr',
  'hotmail.it',
  'icloud.com',
  'laposte.net',
  'libero.it',
  'live.co.uk',
  'live.com',
  'live.de',
  'live.fr',
  'mac.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'orange.fr',
  'outlook.com',
  'outlook.de',
  'outlook.fr',
  'pm.me',
  'proton.me',
  'protonmail.com',
  'qq.com',
  'rocketmail.com',
  'sfr.fr',
  't-online.de',
  'web.de',
  'yahoo.co.in',
  'yahoo.co.jp',
  'yahoo.co.uk',
  'yahoo.com',
  'yahoo.de',
  'yahoo.fr',
  'yahoo.it',
  'yandex.com',
  'yandex.ru',
  'ymail.com',
  'zoho.com',
  '126.com',
  '163.com',
])

/**
 * Returns the domain of a normalized address if it identifies the person's company; null for a free mail
 * provider.
 */
export function companyDomain(address: string): string | null {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return freeMailDomains.has(domain) ? null : domain
}
