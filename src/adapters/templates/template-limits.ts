/** Limits that hold for plain templates and for those that take Liquid, in the words in which they refuse. */

const longestTemplate = 100_000
export const longestText = 1_000_000

/** Finding out what a template names takes Liquid the square of its tags: 0.6 s for 8,000. */
const mostTags = 1_000

/** Names, texts and signs within tags: an `if` of 9,000 operands took 4 s to look through. */
const mostWords = 4_000

export const tooLongTemplate = {
  isTrueOf: (template: string): boolean => template.length > longestTemplate,
  words: `A template has at most ${longestTemplate.toLocaleString('en')} characters`,
}

export const tooManyTags = {
  isTrueOf: (tags: number): boolean => tags > mostTags,
  words: `A template has at most ${mostTags.toLocaleString('en')} tags; each line of {% liquid %} is one`,
}

export const tooManyWords = {
  isTrueOf: (words: number): boolean => words > mostWords,
  words: `The tags of a template hold at most ${mostWords.toLocaleString('en')} names, texts and signs together`,
}

export const tooLongText = `It renders to more than ${longestText.toLocaleString('en')} characters`
