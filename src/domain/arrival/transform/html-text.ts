const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/**
 * Decodes HTML entities in a value, which form plug-ins add. Decodes only once, because text that was escaped
 * twice may be intended.
 */
export function unescapedHtml(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) {
      const key = String(name).toLowerCase()
      return Object.hasOwn(named, key) ? (named[key] ?? whole) : whole
    }
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })
}
