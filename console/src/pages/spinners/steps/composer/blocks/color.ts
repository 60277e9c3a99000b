import { t } from '../../../../../languages/text.ts'

/** The colours that the e-mail editor offers, by name. White text on each of them, and each on white, can be read well. */
export const colors: readonly (readonly [name: string, hex: string])[] = [
  [t('Blue'), '#1d4ed8'],
  [t('Teal'), '#0f766e'],
  [t('Green'), '#15803d'],
  [t('Orange'), '#c2410c'],
  [t('Red'), '#b91c1c'],
  [t('Pink'), '#be185d'],
  [t('Purple'), '#6d28d9'],
  [t('Gray'), '#4b5563'],
  [t('Black'), '#111827'],
]

/** Returns a colour as six hexadecimal digits after "#"; null if the text names none in a common form. */
export function hexOf(color: string): string | null {
  const text = color.trim().toLowerCase()
  if (/^#[\da-f]{6}$/.test(text)) return text
  if (/^#[\da-f]{3}$/.test(text)) return text.replaceAll(/[\da-f]/g, '$&$&')
  const [, ...channels] =
    /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+1)?\s*\)$/.exec(text) ?? []
  if (channels.length === 0 || channels.some((channel) => Number(channel) > 255)) return null
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
}

/** Returns the colour of text that can be read on a background: white or nearly black. */
export function inkOn(background: string): string {
  return contrast(background, '#ffffff') >= contrast(background, '#111827') ? '#ffffff' : '#111827'
}

/** Returns the contrast of two colours by WCAG 2: from 1 for equal ones to 21 for black and white. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
