import { t } from '../../../../../languages/text.ts'
import { type FieldFault, notLonger } from '../field-faults.ts'

export function urlFaults(url: string): FieldFault[] {
  if (url === '') return [['url', t('Enter a URL, as in https://example.com/hook')]]
  if (!/^https?:\/\//i.test(url)) return [['url', t('Begin the URL with https:// or http://')]]
  const host = /^https?:\/\/([^\s/?#{}\\@]+)(?=[/?#]|$)/i.exec(url)
  return host === null
    ? [['url', t('The host of the URL must not contain a template')]]
    : notLonger('url', url, 2_000)
}
