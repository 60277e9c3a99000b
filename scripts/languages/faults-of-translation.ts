import type { Use } from './catalogues.ts'
import { partsOfText } from './parts-of-text.ts'

/** Returns the fault of a translation that would show wrong values or fail; null for a usable one. */
export function faultOfTranslation(text: string, translation: string, uses: readonly Use[]): string | null {
  if (translation.trim() === '') return 'is empty'
  if (/^[ \n]*/.exec(text)?.[0] !== /^[ \n]*/.exec(translation)?.[0]) return 'begins with other spaces'
  if (/[ \n]*$/.exec(text)?.[0] !== /[ \n]*$/.exec(translation)?.[0]) return 'ends with other spaces'
  const isRich = uses.some((use) => use.isRich)
  // A text without values is shown as it is written, so its braces mean nothing.
  if (!isRich && uses.every(({ values }) => values?.length === 0)) return null
  try {
    const expected = partsOfText(text, { isRich })
    const parts = partsOfText(translation, { isRich })
    const lost = [...expected].filter((part) => !parts.has(part))
    const added = [...parts].filter((part) => !expected.has(part))
    if (lost.length > 0) return `lacks ${lost.join(', ')}`
    return added.length > 0 ? `has ${added.join(', ')}, which the text does not have` : null
  } catch (error) {
    return `is not valid: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Returns the fault of a text whose call fills in other values than the text names; null for a usable text. */
export function faultOfUse(text: string, { isRich, values }: Use): string | null {
  if (values === null || (!isRich && values.length === 0)) return null
  try {
    const names = new Set([...partsOfText(text, { isRich })].map((part) => part.split(' ')[1] ?? ''))
    const missing = [...names].filter((name) => !values.includes(name))
    const surplus = values.filter((name) => !names.has(name))
    if (missing.length > 0) return `gets no value for ${missing.join(', ')}`
    return surplus.length > 0 ? `does not name the value ${surplus.join(', ')}` : null
  } catch (error) {
    return `is not valid: ${error instanceof Error ? error.message : String(error)}`
  }
}
