import { t } from '../../../../languages/text.ts'

const units = ['kB', 'MB', 'GB'] as const

/** Returns a file size in readable form, such as "1.2 MB". */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return t('{bytes} {bytes, plural, =1 {byte} other {bytes}}', { bytes })
  let size = bytes / 1_000
  let unit = 0
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_000
    unit++
  }
  return `${size.toFixed(size < 10 ? 1 : 0)} ${units[unit]}`
}
