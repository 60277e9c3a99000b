import type { Step } from '../../../api/schema.ts'
import { labelOfField } from '../../../components/names/field-labels.ts'
import { canonical } from '../../../components/settings/canonical.ts'
import { t } from '../../../languages/text.ts'
import { type StepWithPlace as PlacedStep, stepsWithPlaces, withoutBranches } from '../steps/branches.ts'
import { typeOf } from '../steps/types/step-types.ts'
import { aligned } from './alignment.ts'
import type { NameOfId } from './use-names-of-ids.ts'

export type StepChangeKind = 'same' | 'changed' | 'added' | 'removed' | 'moved'

export interface FieldChange {
  readonly label: string
  readonly before: string
  readonly after: string
}

export interface StepChange {
  readonly kind: StepChangeKind
  readonly step: Step
  /**
   * The number of the step in the draft, as the API counts steps. A removed step has the number of the
   * published version.
   */
  readonly index: number
  /** The place of the step in words, as "2 › Yes › 1". */
  readonly path: string
  readonly fields: readonly FieldChange[]
}

/** A step with its place and without the steps in its branches, which are compared separately. */
type Placed = Pick<PlacedStep<Step>, 'step' | 'index' | 'path' | 'within'>

function shallow(steps: readonly Step[]): Placed[] {
  return stepsWithPlaces(steps).map(({ step, index, path, within }) => ({
    step: withoutBranches(step),
    index,
    path,
    within,
  }))
}

/** Returns what changed from the published steps to the draft, in the order of the draft. */
export function changesOfSteps(
  published: readonly Step[],
  draft: readonly Step[],
  nameOf: NameOfId = (_field, id) => id,
): readonly StepChange[] {
  const pairs = aligned(shallow(published), shallow(draft), likeness)
  const gone = new Set(
    pairs.flatMap(({ before, after }) => (after === null && before !== null ? [before] : [])),
  )
  const changes = pairs.map(({ before, after }): StepChange & { of: Placed } => {
    if (before !== null && after !== null) {
      const same = canonical(before.step) === canonical(after.step)
      const moved = before.within !== after.within
      return {
        kind: moved ? 'moved' : same ? 'same' : 'changed',
        ...after,
        fields: fieldChanges(before.step, after.step, nameOf),
        of: after,
      }
    }
    if (after === null) return { kind: 'removed', ...(before as Placed), fields: [], of: before as Placed }
    const from = mostSimilar(after, gone)
    if (from === undefined) return { kind: 'added', ...after, fields: [], of: after }
    gone.delete(from)
    return { kind: 'moved', ...after, fields: fieldChanges(from.step, after.step, nameOf), of: after }
  })
  return changes.filter(({ kind, of }) => kind !== 'removed' || gone.has(of))
}

/**
 * Returns the removed step that is most like an added step, so that the step counts as moved; undefined if
 * none is similar.
 */
function mostSimilar(placed: Placed, others: ReadonlySet<Placed>): Placed | undefined {
  const [best] = [...others].toSorted((a, b) => likeness(b, placed) - likeness(a, placed))
  return best !== undefined && likeness(best, placed) > 3 ? best : undefined
}

const marks = { added: t('New'), changed: t('Changed'), moved: t('Moved') } as const

/** Returns how each step of the draft differs from the published version, for a mark in the editor. */
export function differencesOf(
  published: readonly Step[],
  draft: readonly Step[],
): readonly (string | null)[] {
  const present = changesOfSteps(published, draft).filter(({ kind }) => kind !== 'removed')
  return present.map(({ kind }) => (kind in marks ? marks[kind as keyof typeof marks] : null))
}

/** Returns for each step of the draft, by its number, the number of the same step in a version. */
export function matchedSteps(version: readonly Step[], draft: readonly Step[]): ReadonlyMap<number, number> {
  const pairs = aligned(shallow(version), shallow(draft), likeness)
  return new Map(
    pairs.flatMap(({ before, after }) => (before && after ? [[after.index, before.index] as const] : [])),
  )
}

/**
 * Returns how similar two steps are: 0 if their types differ, otherwise 0.5 or more, growing with each equal
 * field.
 */
function likeness({ step: a, within }: Placed, { step: b, within: other }: Placed): number {
  if (a.type !== b.type) return 0
  if (canonical(a) === canonical(b)) return within === other ? 10 : 9
  const same = new Map(Object.entries(a))
  const alike = Object.entries(b).filter(([field, value]) => canonical(same.get(field)) === canonical(value))
  return 0.5 + alike.length
}

function fieldChanges(before: Step, after: Step, nameOf: NameOfId): readonly FieldChange[] {
  const stepType = typeOf(after)
  const { comparedAs, summaryOf } = stepType
  if (comparedAs !== undefined)
    return canonical(before) === canonical(after)
      ? []
      : [{ label: comparedAs, before: summaryOf(before), after: summaryOf(after) }]
  const values = [before, after].map((step) => new Map<string, FieldValue>(Object.entries(step)))
  const fields = [...new Set(values.flatMap((of) => [...of.keys()]))]
  return fields.flatMap((field) => {
    const [was, is] = values.map((of) => textOf(of.get(field), (id) => nameOf(field, id)))
    if (was === undefined || is === undefined || was === is) return []
    return [{ label: labelOfField(field, stepType), before: was, after: is }]
  })
}

type FieldValue = string | number | boolean | readonly string[] | Readonly<Record<string, string>>

function textOf(value: FieldValue | undefined, nameOf: (id: string) => string): string {
  if (value === undefined || value === false) return ''
  if (value === true) return t('Yes')
  if (typeof value !== 'object') return String(value)
  if (isList(value)) return value.map(nameOf).join('\n')
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${one}`)
    .toSorted()
    .join('\n')
}

const isList = (value: object): value is readonly string[] => Array.isArray(value)
