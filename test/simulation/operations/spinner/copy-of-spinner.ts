import { isDeepStrictEqual } from 'node:util'
import { service } from '../../../../src/domain/account/audit/actor.ts'
import { onlyOnCall } from '../../../../src/domain/spinner/starts.ts'
import type { Settings } from '../../model/known-settings.ts'
import { KnownStarts } from '../../model/known-starts.ts'
import type { KnownSpinner } from '../../model/model.ts'
import type { ServiceProcess } from '../../run/service-process.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named } from '../operation.ts'
import { changeDraft } from './change-draft.ts'
import { newSpinner } from './make-spinner.ts'
import { publishDraft } from './publish-draft.ts'
import { asNamed, stepOf } from './steps.ts'

/** The largest number of stored spinners with which the simulator makes a copy. */
const maxSpinners = 4

/** An order to copy a spinner, as use cases take it. */
interface CopyOrder {
  readonly organizationId: string
  readonly spinnerId: string
  readonly by: typeof service
}

interface Copying {
  /** The number of the original, and that of the span of the copy's own step. */
  readonly spinner: number
  readonly span: number
  /** The names of the fields of steps that the copy does not get. */
  readonly without: ReadonlySet<string>
  /** Whether the copy starts on requests alone if its original starts on entries into a segment. */
  readonly losesEntries: boolean
  /** Returns the settings of the copy. */
  settingsOf(settings: Settings): Settings
  words(original: string, copy: string): string
  copy(api: ServiceProcess, order: CopyOrder, original: KnownSpinner): Promise<string>
}

/**
 * Copies a simulated spinner by a call, and compares the copy with its original. The copy then gets steps of its own, so
 * that its messages name the copy, and is published.
 */
export async function copySpinner(simulation: Simulation, copying: Copying): Promise<void> {
  const { model, demo, clock } = simulation
  const original = named(model.spinners, copying.spinner)
  const stored = model.spinners.filter(({ bin }) => bin.mustBeStored(clock.now()))
  if (original === null || stored.length > maxSpinners) return
  const name = model.nextName('spinner')
  const { settings, isDraftCertain, table, starts } = original
  const [startsOn, ...others] = starts.draft.possible()
  const order = { organizationId: demo.organizationId, spinnerId: original.id, by: service }
  const knownStarts = new KnownStarts(model.moments)
  const losesStarts = copying.losesEntries && startsOn === 'segment'
  const copied = await knownStarts.draft.set(losesStarts ? 'call' : (startsOn ?? 'call'), () =>
    simulation.call(copying.words(original.name, name), (api) => copying.copy(api, order, original)),
  )
  if (copied.kind !== 'answered' || !isDraftCertain || others.length > 0) return
  const id = copied.value
  await compareCopy(simulation, original, { ...copying, id, losesStarts })
  const ofCopy = copying.settingsOf(settings)
  const spinner = newSpinner(model, {
    id,
    name,
    table,
    steps: [],
    settings: ofCopy,
    starts: knownStarts,
  })
  const steps = [asNamed(table, stepOf('email', name, model.nextStep(), copying.span))]
  const changed = await changeDraft(simulation, spinner, {
    what: 'steps of its own',
    steps,
    settings: ofCopy,
  })
  if (changed.kind !== 'answered') return
  model.spinners.push(spinner)
  await publishDraft(simulation, spinner, {})
}

interface Row {
  readonly id: string
  readonly isPublished: boolean
  readonly isPaused: boolean
  readonly draft: object
}

/** A copy has the draft of its original, is not published and not paused, and has no jobs. */
async function compareCopy(
  { rows, fault, gates }: Simulation,
  { id, name, settings }: KnownSpinner,
  { id: copyId, losesStarts, without, settingsOf }: Copying & { id: string; losesStarts: boolean },
): Promise<void> {
  if (gates.areShared) return
  const columns = [
    'audience',
    'contact',
    'is_exclusive',
    'exclude',
    'exits',
    'reply',
    'send_window',
    'pace',
    'starts',
    'trigger_data',
    'goal',
    'steps',
  ]
  const drafts = await rows<Row>(
    `select id, published_version is not null as "isPublished", paused_at is not null as "isPaused",
            jsonb_build_object('table', data_table_id, ${columns.map((column) => `'${column}', ${column}`).join(', ')}) as draft
       from stored_spinners where id = any($1)`,
    [[id, copyId]],
  )
  const [original, copy] = [id, copyId].map((of) => drafts.find((one) => one.id === of))
  const { audience, exclude, exits, goal } = settingsOf(settings)
  const starts = losesStarts ? { starts: onlyOnCall } : {}
  const expected = { ...original?.draft, audience, exclude, exits, goal, ...starts }
  if (copy === undefined || copy.isPublished || copy.isPaused)
    fault(`the copy of ${name} does not exist, or is published or paused`)
  else if (!isDeepStrictEqual(copy.draft, withoutFields(expected, without)))
    fault(`the copy of ${name} has another draft: ${JSON.stringify(copy.draft)}`)
}

/** Returns plain data without all fields of some names, at any depth. */
function withoutFields(draft: object | undefined, names: ReadonlySet<string>): unknown {
  return JSON.parse(JSON.stringify(draft ?? null), (field, value) => (names.has(field) ? undefined : value))
}
