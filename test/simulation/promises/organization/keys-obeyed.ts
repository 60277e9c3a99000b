import { each, type Promised } from '../promise.ts'

/** Leaves out uses of keys whose end may have come during the request, and of things that may be in the bin. */
export const keysObeyed: Promised = {
  promise: 'A key does what its scopes and projects allow until it ends, and nothing else',
  when: 'always',
  holds: ({ model }) =>
    each(model.keys.uses.splice(0), ({ words, expected, answer }) =>
      expected === answer ? null : `${words}: expected "${expected}", and it was "${answer}"`,
    ),
}
