/** Limits of templates, plain or in need of Liquid, with the messages of their refusals. */

const longestTemplate = 100_000
export const longestText = 1_000_000

/**
 * The largest number of tags in a template. Liquid's time to find the columns of a template grows with the
 * square of the tags: 0.6 s for 8,000.
 */
const mostTags = 1_000

/**
 * The largest number of names, texts and signs within the tags of a template. Liquid took 4 s to analyse an
 * `if` with 9,000 operands.
 */
const mostWords = 4_000

export const tooLongTemplate = {
  isTrueOf: (template: string): boolean => template.length > longestTemplate,
  words: `A template may have at most ${longestTemplate.toLocaleString('en')} characters`,
}

export const tooManyTags = {
  isTrueOf: (tags: number): boolean => tags > mostTags,
  words: `A template may have at most ${mostTags.toLocaleString('en')} tags; each line of {% liquid %} counts as one`,
}

export const tooManyWords = {
  isTrueOf: (words: number): boolean => words > mostWords,
  words: `The tags of a template may hold at most ${mostWords.toLocaleString('en')} names, texts and signs in total`,
}

export const tooLongText = `The template renders to more than ${longestText.toLocaleString('en')} characters`
