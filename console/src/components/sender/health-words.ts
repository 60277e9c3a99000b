const fates = [
  ['bounced', 'bounced'],
  ['complained', 'reported as spam'],
  ['refused', 'refused'],
] as const

/** Returns the results of a sender's messages in words, such as "Of 31 messages: 5 bounced." */
export function healthWords(numbers: Readonly<Record<string, number>>): string {
  const counted = fates.flatMap(([name, words]) => {
    const { [name]: count = 0 } = numbers
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${words}`]
  })
  return `Of ${(numbers['sent'] ?? 0).toLocaleString('en')} messages: ${counted.join(', ')}.`
}
