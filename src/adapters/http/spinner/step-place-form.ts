import Joi from 'joi'

/** The description of the index of a step, in every response that has one. */
export const stepIndexWords =
  'The index of the step in its version, from 0. Steps are counted in the order in which they are written; a step with ways is counted before the steps in its ways.'

/** The position of a step in words, in every response that has one. */
export const stepPathForm = Joi.string()
  .required()
  .description(
    'The position of the step in words, counted from 1: "2" is the second step, and "1 › Yes › 2" is the second step in the way "Yes" of the first step.',
  )
