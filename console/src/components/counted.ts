import { t } from '../languages/text.ts'

/** Returns a number with the name of what is counted, such as "1 record" or "1,200 records". */
export function counted(count: number, what: string): string {
  return t('{count, number} {what}{count, plural, =1 {} other {s}}', { count, what })
}
