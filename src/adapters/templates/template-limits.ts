import { sentence } from '../../domain/text/sentence.ts'

/** Limits of templates, plain or in need of Liquid, with the messages of their refusals. */

const maxTemplateLength = 100_000
export const maxTextLength = 1_000_000

/**
 * The largest number of tags in a template. Liquid's time to find the columns of a template grows with the
 * square of the tags: 0.6 s for 8,000.
 */
const maxTags = 1_000

/**
 * The largest number of names, texts and signs within the tags of a template. Liquid took 4 s to analyse an
 * `if` with 9,000 operands.
 */
const maxWords = 4_000

export const tooLongTemplate = {
  isTrueOf: (template: string): boolean => template.length > maxTemplateLength,
  words: sentence('A template may have at most {count} characters', {
    count: maxTemplateLength.toLocaleString('en'),
  }),
}

export const tooManyTags = {
  isTrueOf: (tags: number): boolean => tags > maxTags,
  words: sentence('A template may have at most {count} tags; each line of {tag} counts as one', {
    count: maxTags.toLocaleString('en'),
    tag: '{% liquid %}',
  }),
}

export const tooManyWords = {
  isTrueOf: (words: number): boolean => words > maxWords,
  words: sentence('The tags of a template may hold at most {count} names, texts and signs in total', {
    count: maxWords.toLocaleString('en'),
  }),
}

export const tooLongText = sentence('The template renders to more than {count} characters', {
  count: maxTextLength.toLocaleString('en'),
})
