import { Spinners } from '../../../../src/use-cases/spinner/spinners.ts'
import { operation } from '../operation.ts'
import { copySpinner } from './copy-of-spinner.ts'

/** Duplicates a simulated spinner. */
export const duplicateSpinner = operation({
  name: 'duplicate a spinner',
  weight: 1,
  draw: (random) => ({ spinner: random.below(8), span: random.below(8) }),
  run: (simulation, input) =>
    copySpinner(simulation, {
      ...input,
      without: new Set(),
      losesEntries: false,
      settingsOf: (settings) => settings,
      words: (original, copy) => `duplicate ${original} as ${copy}`,
      copy: (api, order) => api.get(Spinners).duplicate(order, order.spinnerId),
    }),
})
