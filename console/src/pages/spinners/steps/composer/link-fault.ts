/** Returns why an address cannot be used in a mail; null if it can. */
export function linkFault(href: string): string | null {
  if (href === '') return 'Enter an address, as in https://example.com'
  if (/^\s|\s$/.test(href)) return 'Without spaces around it'
  if (/^\{\{[^]*\}\}/.test(href)) return null
  if (/^(?:mailto:|tel:)\S+$/i.test(href)) return null
  if (!/^https?:\/\//i.test(href)) return 'Starts with https://, mailto: or tel:, or is a value as {{ link }}'
  return /^https?:\/\/[^\s/?#]+\.[^\s/?#]+|^https?:\/\/[^\s/?#]*\{\{/i.test(href)
    ? null
    : 'Its host is not complete, as in https://example.com'
}
