import type { Program } from '../spinner/steps/program.ts'
import { branchesOf, dividesByShare } from '../spinner/steps/step-capabilities.ts'

/** The properties of messages by which the results of a spinner can be grouped. */
export const resultGroups = ['day', 'week', 'step', 'variant', 'sender', 'source', 'holdout'] as const
export type ResultGroup = (typeof resultGroups)[number]

/** The results of messages of a spinner. A reaction, such as a reply, counts with the message that it is about. */
export interface ResultFigures {
  /** The number of recipients to whom at least one message was sent. */
  readonly reached: number
  readonly sent: number
  /** The number of sent messages that did not bounce, as far as known. */
  readonly delivered: number
  /** The number of messages that were stored instead of sent. */
  readonly captured: number
  readonly replied: number
  readonly automaticReplies: number
  readonly bounced: number
  readonly unsubscribed: number
  readonly complained: number
  /** The number of recipients who reached the goal of the spinner. */
  readonly reachedGoal: number
}

/** The counts of one group of messages, before steps and branches have names. */
export interface CountedResults extends ResultCounts {
  /**
   * The day, the Monday of the week, the id of the sender, the source, or "version:step" or "version:step:branch". The
   * source is that of the recipients' records: `import`, `webhookUrl`, `user`, or the id of an API key; empty if it is
   * not known. Messages that were counted by an earlier release have the source of their job instead.
   */
  readonly key: string
  /** The name of the sender or API key; null for other groups and for those that were deleted. */
  readonly name: string | null
}

/** An interval that contains the true difference of two rates with a probability of 95 %. */
export interface RateDifference {
  /** The measured difference, from -1 to 1. */
  readonly value: number
  readonly low: number
  readonly high: number
}

/** The results of one group of messages. */
export interface ResultsOfGroup extends ResultFigures {
  readonly key: string
  readonly name: string | null
  /** The version of the step or of the branch; null for other groups. */
  readonly version: number | null
  /** The index of the step, or of the split step of the branch; null for other groups. */
  readonly step: number | null
  readonly path: string | null
  /** The reply rate of the branch minus that of the first branch of its split; null for other groups. */
  readonly difference: RateDifference | null
  /** The difference of the shares of recipients who reached the goal, as `difference` is one of the reply rates. */
  readonly goalDifference: RateDifference | null
}

const countNames = [
  'reached',
  'sent',
  'captured',
  'replied',
  'automaticReplies',
  'bounced',
  'unsubscribed',
  'complained',
  'reachedGoal',
] as const
export type ResultCounts = Pick<ResultFigures, (typeof countNames)[number]>

export function sumOfCounts(parts: readonly ResultCounts[]): ResultCounts {
  const sums = Object.fromEntries(
    countNames.map((name) => [name, parts.reduce((sum, part) => sum + part[name], 0)]),
  )
  return sums as unknown as ResultCounts
}

/** Returns the figures with the number of delivered messages. */
export function figuresFrom(counts: ResultCounts): ResultFigures {
  return { ...sumOfCounts([counts]), delivered: Math.max(0, counts.sent - counts.bounced) }
}

/** Returns the results of groups with the names and positions of their steps. `programs` has the program of each version. */
export function resultsOfGroups(
  groupBy: ResultGroup,
  groups: readonly CountedResults[],
  programs: ReadonlyMap<number, Program>,
): readonly ResultsOfGroup[] {
  if (groupBy === 'variant') return variantsOf(groups, programs)
  if (groupBy === 'holdout') return besideHoldout(groups)
  return groups.map((group) => {
    const figures = { ...figuresFrom(group), key: group.key, difference: null, goalDifference: null }
    if (groupBy !== 'step') return { ...figures, name: group.name, version: null, step: null, path: null }
    const [version = 0, step = 0] = group.key.split(':').map(Number)
    return { ...figures, name: null, version, step, path: programs.get(version)?.[step]?.path ?? null }
  })
}

/** Returns the results of the branches of split steps. Leaves out the branches of steps that are no splits. */
function variantsOf(
  groups: readonly CountedResults[],
  programs: ReadonlyMap<number, Program>,
): readonly ResultsOfGroup[] {
  const firsts = new Map<string, ResultFigures>()
  return groups.flatMap((group): ResultsOfGroup[] => {
    const [version = 0, step = 0, branch = 0] = group.key.split(':').map(Number)
    const split = programs.get(version)?.[step]
    if (split === undefined || !dividesByShare(split.step)) return []
    const figures = figuresFrom(group)
    const first = firsts.get(`${version}:${step}`)
    if (first === undefined) firsts.set(`${version}:${step}`, figures)
    const name = branchesOf(split.step)[branch]?.name ?? null
    const difference = first === undefined ? null : differenceOf(figures, first)
    const goalDifference = first === undefined ? null : differenceOf(byGoal(figures), byGoal(first))
    const place = { name, version, step, path: split.path }
    return [{ ...figures, key: group.key, ...place, difference, goalDifference }]
  })
}

/** The keys of the results of a holdout, and of the recipients of the same versions who are not in it. */
export const holdoutKeys = { holdout: 'holdout', others: 'others' } as const

/** Returns the results of a holdout and of the other recipients, with the difference that the messages made. */
function besideHoldout(groups: readonly CountedResults[]): readonly ResultsOfGroup[] {
  const byKey = (wanted: string) => groups.find(({ key }) => key === wanted)
  const [holdout, others] = [byKey(holdoutKeys.holdout), byKey(holdoutKeys.others)]
  const place = { name: null, version: null, step: null, path: null, difference: null }
  return [holdout, others].flatMap((group): ResultsOfGroup[] => {
    if (group === undefined) return []
    const figures = figuresFrom(group)
    const goalDifference =
      group === others && holdout !== undefined ? differenceOf(byGoal(figures), byGoal(holdout)) : null
    return [{ ...figures, ...place, key: group.key, goalDifference }]
  })
}

/** Returns figures in which the recipients who reached the goal stand in place of those who replied. */
function byGoal({
  reached,
  reachedGoal,
}: Pick<ResultFigures, 'reached' | 'reachedGoal'>): Pick<ResultFigures, 'reached' | 'replied'> {
  return { reached, replied: reachedGoal }
}

/** The number of standard deviations on each side of a mean that contain 95 % of a normal distribution. */
const deviations = 1.959964

/**
 * Returns the difference of two reply rates with its interval, by Newcombe's method, which is right for small numbers
 * and for rates near zero; null if one of the groups has no recipients.
 */
export function differenceOf(
  group: Pick<ResultFigures, 'reached' | 'replied'>,
  first: Pick<ResultFigures, 'reached' | 'replied'>,
): RateDifference | null {
  if (group.reached === 0 || first.reached === 0) return null
  const [a, b] = [intervalOf(group), intervalOf(first)]
  const value = a.rate - b.rate
  return {
    value,
    low: value - Math.hypot(a.rate - a.low, b.high - b.rate),
    high: value + Math.hypot(a.high - a.rate, b.rate - b.low),
  }
}

/** Returns the reply rate with its interval, by Wilson's method. */
function intervalOf({ reached, replied }: Pick<ResultFigures, 'reached' | 'replied'>) {
  // More recipients than were reached can have replied if the message of one of them is in doubt.
  const rate = Math.min(1, replied / reached)
  const square = deviations ** 2
  const center = (rate + square / (2 * reached)) / (1 + square / reached)
  const half =
    (deviations / (1 + square / reached)) *
    Math.sqrt((rate * (1 - rate)) / reached + square / (4 * reached ** 2))
  return { rate, low: Math.max(0, center - half), high: Math.min(1, center + half) }
}
