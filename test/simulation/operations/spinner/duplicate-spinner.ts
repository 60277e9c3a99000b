import { isDeepStrictEqual } from 'node:util'
import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Spinners } from '../../../../src/use-cases/spinner/spinners.ts'

import { KnownStarts } from '../../model/known-starts.ts'
import type { KnownSpinner } from '../../model/model.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { changeDraft } from './change-draft.ts'
import { newSpinner } from './make-spinner.ts'
import { publishDraft } from './publish-draft.ts'
import { asNamed, stepOf } from './steps.ts'

/**
 * Duplicates a simulated spinner. The copy then gets steps of its own, so that its messages name the copy, and is
 * published.
 */
export const duplicateSpinner = operation({
  name: 'duplicate a spinner',
  weight: 1,
  draw: (random) => ({ spinner: random.below(8), span: random.below(8) }),
  run: async (simulation, { spinner: number, span }) => {
    const { model, demo, clock } = simulation
    const original = named(model.spinners, number)
    const stored = model.spinners.filter(({ bin }) => bin.mustBeStored(clock.now()))
    if (original === null || stored.length >= 5) return
    const name = model.nextName('spinner')
    const { settings, isDraftCertain, table, starts } = original
    const [startsOn, ...others] = starts.draft.possible()
    const order = { organizationId: demo.organizationId, spinnerId: original.id, by: service }
    const knownStarts = new KnownStarts(model.moments)
    const duplicated = await knownStarts.draft.set(startsOn ?? 'call', () =>
      simulation.call(`duplicate ${original.name} as ${name}`, (api) =>
        api.get(Spinners).duplicate(order, order.spinnerId),
      ),
    )
    if (duplicated.kind !== 'answered' || !isDraftCertain || others.length > 0) return
    await compareCopy(simulation, original, duplicated.value)
    const spinner = newSpinner(model, {
      id: duplicated.value,
      name,
      table,
      steps: [],
      settings,
      starts: knownStarts,
    })
    const steps = [asNamed(table, stepOf('email', name, model.nextStep(), span))]
    const changed = await changeDraft(simulation, spinner, { what: 'steps of its own', steps, settings })
    if (changed.kind !== 'answered') return
    model.spinners.push(spinner)
    await publishDraft(simulation, spinner, {})
  },
})

interface Row {
  readonly isPublished: boolean
  readonly isPaused: boolean
  readonly draft: object
}

/** A copy has the draft of its original, is not published and not paused, and has no jobs. */
async function compareCopy(
  { rows, fault, gates }: Simulation,
  { id, name }: KnownSpinner,
  copyId: string,
): Promise<void> {
  if (gates.areShared) return
  const columns = [
    'audience',
    'contact',
    'is_exclusive',
    'exits',
    'reply',
    'send_window',
    'starts',
    'trigger_data',
    'steps',
  ]
  const read = await rows<Row & { readonly id: string }>(
    `select id, published_version is not null as "isPublished", paused_at is not null as "isPaused",
            jsonb_build_object('table', data_table_id, ${columns.map((column) => `'${column}', ${column}`).join(', ')}) as draft
       from stored_spinners where id = any($1)`,
    [[id, copyId]],
  )
  const [original, copy] = [id, copyId].map((of) => read.find((one) => one.id === of))
  if (copy === undefined || copy.isPublished || copy.isPaused)
    fault(`the copy of ${name} does not exist, or is published or paused`)
  else if (!isDeepStrictEqual(copy.draft, original?.draft))
    fault(`the copy of ${name} has another draft: ${JSON.stringify(copy.draft)}`)
}
