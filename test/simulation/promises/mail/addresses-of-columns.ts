import type { Model } from '../../model/model.ts'
import { anything } from '../../model/records.ts'
import { each, type Promised } from '../promise.ts'

/** The number of sent messages of each organization that were compared. */
const comparedSent = new WeakMap<Model, number>()

/**
 * Compares each e-mail with the cells that its record may have had when the message was marked; in a table that had match
 * columns, with those of all records of the person.
 */
export const addressesOfColumns: Promised = {
  promise: 'An e-mail goes to the address that its record has in the column that its step names',
  when: 'quiet',
  holds: ({ model }) => {
    const { records, sent, spinners } = model
    const latest = sent.all.slice(comparedSent.get(model) ?? 0)
    comparedSent.set(model, sent.all.length)
    const tables = new Map(spinners.map(({ name, table }) => [name, table]))
    const emails = latest.filter(({ kind, ref }) => kind === 'email' && records.columnsOf(ref).length > 0)
    return each(emails, ({ spinner, step, ref, address, column, marked }) => {
      const isMatched = tables.get(spinner)?.wasMatched ?? true
      const refs = isMatched ? [ref, ...records.of(records.addressOf(ref))] : [ref]
      const cells = refs.flatMap((one) => records.cell(one, column).possibleWhenDecided(marked))
      const former = isMatched ? refs.flatMap((one) => records.formerAddressesOf(one)) : []
      const possible = [
        ...former,
        ...cells.map((cell) => (cell === anything ? address : `${cell}`.toLowerCase())),
      ]
      return possible.includes(address)
        ? null
        : `${step} of ${spinner} was sent to ${address}, and ${column} of ${ref} was ${[...new Set(possible)].join(' or ')}`
    })
  },
}
