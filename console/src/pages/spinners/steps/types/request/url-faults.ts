import { type FieldFault, notLonger } from '../field-faults.ts'

export function urlFaults(url: string): FieldFault[] {
  if (url === '') return [['url', 'Enter a URL, as in https://example.com/hook']]
  if (!/^https?:\/\//i.test(url)) return [['url', 'Begin the URL with https:// or http://']]
  const host = /^https?:\/\/([^\s/?#{}\\@]+)(?=[/?#]|$)/i.exec(url)
  return host === null
    ? [['url', 'The host of the URL must not contain a template']]
    : notLonger('url', url, 2_000)
}
