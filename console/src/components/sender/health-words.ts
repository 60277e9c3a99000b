import { language } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'

const fates = [
  ['bounced', 'bounced'],
  ['complained', t('reported as spam')],
  ['refused', 'refused'],
] as const

/** Returns the results of a sender's messages in words, such as "Of 31 messages: 5 bounced." */
export function healthWords(numbers: Readonly<Record<string, number>>): string {
  const counted = fates.flatMap(([name, words]) => {
    const { [name]: count = 0 } = numbers
    return count === 0 ? [] : [`${count.toLocaleString(language)} ${words}`]
  })
  return t('Of {numbers, number} messages: {counted}.', {
    numbers: numbers['sent'] ?? 0,
    counted: counted.join(', '),
  })
}
