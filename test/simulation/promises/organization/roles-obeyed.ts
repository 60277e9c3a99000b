import { each, type Promised } from '../promise.ts'

/** Leaves out actions beside other operations, and those of a team in which the answer to a change was lost. */
export const rolesObeyed: Promised = {
  promise: 'A member does what the role allows, at once after a change, and nothing after a removal',
  when: 'always',
  holds: ({ model }) =>
    each(model.team.actions.splice(0), ({ words, expected, answer }) =>
      expected === answer ? null : `${words}: expected "${expected}", and it was "${answer}"`,
    ),
}
