import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { Spinners } from '../../../../src/use-cases/spinner/spinners.ts'

import { named, operation } from '../operation.ts'
import { publishDraft } from '../spinner/publish-draft.ts'
import { asNamed, conditionOf } from '../spinner/steps.ts'

const day = 86_400

/**
 * Inserts a step into a simulated spinner that waits until a record's city changes, until the date in the record, or
 * until the record meets a condition.
 */
export const awaitRecord = operation({
  name: 'wait for something of the record',
  weight: 2,
  draw: (random) => ({
    spinner: random.below(8),
    at: random.below(3),
    for: random.pick(['change', 'date', 'condition']),
    /** The number of the condition, and what happens if a date is past. */
    condition: random.below(16),
    ifPast: random.pick(['send', 'skip', 'fail'] as const),
    days: random.pick([1, 3, 30]),
    skips: random.chance(0.3),
    /** The seconds that are added to a date; a wait for a date may have no time limit. */
    offset: random.pick([0, -day, 5 * 3_600, -7 * 3_600, 2 * day + 5 * 3_600]),
    isLimited: random.chance(0.5),
  }),
  run: async (
    simulation,
    { spinner: number, at, for: what, condition, ifPast, days, skips, offset, isLimited },
  ) => {
    const { model, demo } = simulation
    const spinner = named(model.spinners, number)
    if (
      spinner === null ||
      spinner.table.columns !== null ||
      spinner.steps.some(({ type, ...step }) => type === 'waitUntil' && !('at' in step))
    )
      return
    const limit = { timeoutSeconds: days * day, onTimeout: skips ? 'skip' : 'continue' } as const
    const past = ifPast === 'send' ? {} : { ifPast }
    const waits = {
      change: { type: 'waitUntil', changes: 'city', ...limit },
      date: { type: 'waitUntil', column: 'day', offsetSeconds: offset, ...past, ...(isLimited ? limit : {}) },
      condition: { type: 'waitUntil', where: conditionOf(condition), ...limit },
    } satisfies Record<string, Step>
    const steps = spinner.steps.toSpliced(
      at % Math.max(spinner.steps.length, 1),
      0,
      asNamed(spinner.table, waits[what as keyof typeof waits]),
    )
    const of = { organizationId: demo.organizationId, spinnerId: spinner.id, revision: null, by: service }
    const changed = await simulation.call(`let ${spinner.name} wait for a ${what} at ${at}`, (api) =>
      api.get(Spinners).change(of, { ...of, changes: { steps } }),
    )
    if (changed.kind !== 'answered') return
    spinner.steps = steps
    await publishDraft(simulation, spinner, {})
  },
})
