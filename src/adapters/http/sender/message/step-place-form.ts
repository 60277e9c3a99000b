import Joi from 'joi'

/** The API description of a step's index, in every response that has one. */
export const stepIndexWords =
  'The index of the step in its version, from 0. Steps are counted in the order in which they are written; a branch or split step is counted before the steps in its branches.'

/** The form of a step's position in words, in every response that has one. */
export const stepPathForm = Joi.string()
  .required()
  .description(
    'The position of the step in words, counted from 1: "2" is the second step, and "1 › Yes › 2" is the second step in the branch "Yes" of the first step.',
  )
