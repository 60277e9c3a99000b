import { t } from '../../../../languages/text.ts'

/** Returns why an address cannot be used as a link in an e-mail; null if it can. */
export function linkFault(href: string): string | null {
  if (href === '') return t('Enter the address of the link, as in https://example.com')
  if (/^\s|\s$/.test(href)) return t('Remove the spaces around the link')
  if (/^\{\{[^]*\}\}/.test(href)) return null
  if (/^(?:mailto:|tel:)\S+$/i.test(href)) return null
  if (!/^https?:\/\//i.test(href))
    return t('Begin the link with https://, mailto: or tel:, or insert a value as {{ link }}')
  return /^https?:\/\/[^\s/?#]+\.[^\s/?#]+|^https?:\/\/[^\s/?#]*\{\{/i.test(href)
    ? null
    : t('Complete the host of the link, as in https://example.com')
}
