import { act, operation } from '../operation.ts'

/** Operations that name existing things alone. Operations that create something need no id of another organization. */
const namesThings = new Set([
  'admit arrivals',
  'cancel a job',
  'change a destination',
  'change columns',
  'change how a spinner starts',
  'change the limits of a sender',
  'change the match columns',
  'delete a spinner',
  'delete a table',
  'delete permanently',
  'delete records',
  'disconnect a sender',
  'edit a record',
  'ingest',
  'pause a destination',
  'pause a job',
  'pause a sender',
  'pause a spinner',
  'publish a change',
  'remove a destination',
  'repeat an attempt',
  'replay events',
  'require data of the trigger',
  'restore a table or a spinner',
  'restore records',
  'resume a destination',
  'resume a job',
  'resume a sender',
  'resume a spinner',
  'retry failed recipients',
  'rotate the secret of a destination',
  'trigger',
  'wait for something of the record',
])

/**
 * Does an operation with the ids of one organization and the id and key of another. The service must refuse each call,
 * and `simulation.call` reports an answer as a fault.
 */
export const byAnotherOrganization = operation({
  name: 'by another organization',
  weight: 4,
  needs: 'in another organization',
  draw: (random, others) => {
    const possible = others.filter(({ name }) => namesThings.has(name))
    const other = possible.length === 0 ? null : random.weighted(possible)
    return {
      operation: other?.name ?? 'resume a job',
      input: { ...(other?.draw(random, others) ?? { job: 0 }), by: 'key' },
      isReverse: random.chance(0.5),
    }
  },
  run: async (simulation, { operation: name, input, isReverse }, others) => {
    const [first, second] = simulation.organizations
    if (first === undefined || second === undefined || second.access === null) return
    const [owner, caller] = isReverse ? [second, first] : [first, second]
    const { model } = owner
    await simulation.within({ ...caller, model, isForeign: true }, () =>
      act(simulation, { operation: name, input }, others),
    )
  },
})
