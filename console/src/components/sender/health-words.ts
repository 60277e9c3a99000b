import { t } from '../../languages/text.ts'

const fates = [
  ['bounced', (count: number) => t('{count, number} bounced', { count })],
  ['complained', (count: number) => t('{count, number} reported as spam', { count })],
  ['refused', (count: number) => t('{count, number} refused', { count })],
] as const

/** Returns the results of a sender's messages in words, such as "Of 31 messages: 5 bounced." */
export function healthWords(numbers: Readonly<Record<string, number>>): string {
  const counted = fates.flatMap(([name, words]) => {
    const { [name]: count = 0 } = numbers
    return count === 0 ? [] : [words(count)]
  })
  return t('Of {numbers, number} messages: {counted}.', {
    numbers: numbers['sent'] ?? 0,
    counted: counted.join(', '),
  })
}
