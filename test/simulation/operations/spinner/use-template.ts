import { segmentOf } from '../../../../src/domain/spinner/audience.ts'
import { exits } from '../../../../src/domain/spinner/exit.ts'
import { SpinnerTemplates } from '../../../../src/use-cases/spinner/template/spinner-templates.ts'
import { operation } from '../operation.ts'
import { copySpinner } from './copy-of-spinner.ts'

/** Saves a simulated spinner as a template, and makes a spinner from it over the same table, without senders. */
export const useTemplate = operation({
  name: 'make a spinner from a template',
  weight: 1,
  draw: (random) => ({ spinner: random.below(8), span: random.below(8), isDeleted: random.chance(0.7) }),
  run: (simulation, { isDeleted, ...input }) =>
    copySpinner(simulation, {
      ...input,
      without: new Set(['senders']),
      losesEntries: true,
      // A segment belongs to one data table, so a template has none.
      settingsOf: (settings) => ({
        ...settings,
        audience: segmentOf(settings.audience) === null ? settings.audience : 'new',
        exclude: null,
        goal: settings.goal !== null && 'event' in settings.goal ? settings.goal : null,
        exits: exits.filter((exit) => settings.exits.includes(exit)),
      }),
      words: (original, copy) => `save ${original} as a template, and make ${copy} from it`,
      copy: async (api, order, { name, table }) => {
        const { organizationId, spinnerId } = order
        const templates = api.get(SpinnerTemplates)
        const words = { name: `Template of ${name}`, description: '' }
        const { id } = await templates.save(order, { ...words, spinnerId, step: null, steps: null })
        const use = { templateId: id, dataTableId: table.id, columns: [], name: `From ${words.name}` }
        const copy = await templates.use(order, { organizationId, projectIds: null }, use)
        if (isDeleted) await templates.delete(order, id)
        return copy
      },
    }),
})
