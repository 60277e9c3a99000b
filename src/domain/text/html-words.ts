const endsLine = /^\/?(?:br|p|div|li|tr|h[1-6]|table|ul|ol|blockquote|pre|hr)$/

/** The characters for which mail programs write names in HTML. */
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  aacute: 'á',
  agrave: 'à',
  acirc: 'â',
  ccedil: 'ç',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  iacute: 'í',
  icirc: 'î',
  ntilde: 'ñ',
  oacute: 'ó',
  ocirc: 'ô',
  uacute: 'ú',
}

/** Returns the words of HTML without its tags, scripts and styles, in one pass. */
export function wordsOfHtml(html: string): string {
  const parts: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open === -1) break
    parts.push(html.slice(at, open))
    if (!isTagAt(html, open)) {
      parts.push('<')
      at = open + 1
      continue
    }
    const close = html.indexOf('>', open)
    if (close === -1) return tidy(parts)
    const name = nameAt(html, open + 1)
    parts.push(endsLine.test(name) ? '\n' : '')
    at = close + 1
    if (name !== 'style' && name !== 'script') continue
    const end = html.indexOf(`</${name}`, at)
    if (end === -1) return tidy(parts)
    at = end
  }
  parts.push(html.slice(at))
  return tidy(parts)
}

/** Returns whether a tag begins at a character `<` of HTML. */
export function isTagAt(html: string, open: number): boolean {
  return /[a-z/!?]/i.test(html.charAt(open + 1))
}

function nameAt(html: string, at: number): string {
  return /^\/?[a-z][a-z0-9]*/.exec(html.slice(at, at + 20).toLowerCase())?.[0] ?? ''
}

function tidy(parts: readonly string[]): string {
  return parts
    .join('')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, characterOf)
    .split('\n')
    .map((line) => line.replaceAll(/[\t\r\f ]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

function characterOf(written: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? written) : written
  const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : written
}
