import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import type { Where } from '../../../../src/domain/spinner/where/where.ts'
import type { KnownTable } from '../../model/known-table.ts'
import { markTemplate } from '../../model/marks.ts'

/** The types of steps that the simulator draws for spinners. E-mail is drawn three times as often as each other type. */
export const kinds = [
  'email',
  'email',
  'email',
  'webhook',
  'wait',
  'guard',
  'condition',
  'waitUntil',
  'branch',
  'split',
] as const
/** The durations in seconds that the simulator draws for wait steps. */
const spans = [60, 3_600, 86_400, 3 * 86_400] as const

/** The conditions that the simulator draws. The cells of its records are texts, days, or empty. */
const conditions: readonly Where[] = [
  { column: 'city', operator: 'equals', value: 'Berlin' },
  { column: 'city', operator: 'exists' },
  { column: 'city', operator: 'notEquals', value: 'Paris' },
  { column: 'name', operator: 'contains', value: 'PERSON' },
  { not: { column: 'day', operator: 'before', value: 'now' } },
  {
    or: [
      { column: 'day', operator: 'missing' },
      { column: 'day', operator: 'after', value: '2026-11-10' },
    ],
  },
  {
    and: [
      { column: 'city', operator: 'equals', value: 'Berlin' },
      { column: 'day', operator: 'exists' },
    ],
  },
  { column: 'day', operator: 'after', value: 'now-7d' },
]

export function conditionOf(span: number): Where {
  return conditions[span % conditions.length] ?? { column: 'city', operator: 'exists' }
}

/** The types of steps that read no other columns than an address and a name, as a table for deliveries has them. */
const plainKinds = new Set(['email', 'webhook', 'wait', 'guard'])

/** Returns the type of a step for a table: an e-mail in place of a type that reads columns that the table lacks. */
export function kindFor({ columns }: KnownTable, kind: string): string {
  return columns === null || plainKinds.has(kind) ? kind : 'email'
}

/**
 * Makes a new step of a simulated spinner. The simulator's name for it stays the same as long as the step is in
 * the spinner.
 */
export function stepOf(kind: string, spinner: string, name: string, span: number): Step {
  const seconds = spans[span % spans.length] ?? 60
  const mark = markTemplate(spinner, name)
  switch (kind) {
    case 'email':
      return { type: 'email', to: '{{ email }}', subject: mark, text: 'Hello {{ name }}' }
    case 'work':
      return {
        type: 'email',
        to: '{{ work_email }}',
        subject: markTemplate(spinner, name, 'work_email'),
        text: 'Hello',
      }
    case 'webhook':
      return { type: 'webhook', url: 'https://receiver.example.com/', body: `"${mark}"` }
    case 'wait':
      return { type: 'wait', seconds }
    case 'guard':
      return {
        type: 'guard',
        url: 'https://guard.example.com/',
        body: `"${mark}"`,
        timeoutSeconds: 5,
        onTimeout: span % 2 === 0 ? 'continue' : 'skip',
      }
    case 'condition':
      return { type: 'condition', where: conditionOf(span) }
    case 'branch':
      return {
        type: 'branch',
        branches: [
          { name: 'One', where: conditionOf(span), steps: [stepOf('email', spinner, `${name}.1`, span)] },
          {
            name: 'Two',
            where: conditionOf(span + 3),
            steps: [
              stepOf('wait', spinner, `${name}.2`, span),
              stepOf('webhook', spinner, `${name}.3`, span),
            ],
          },
        ],
        ...(span % 2 === 0 ? { else: [stepOf('email', spinner, `${name}.4`, span)] } : {}),
      }
    case 'split':
      return {
        type: 'split',
        branches: [
          {
            name: 'Short',
            percent: span % 2 === 0 ? 50 : 30,
            steps: [stepOf('email', spinner, `${name}.1`, span)],
          },
          {
            name: 'Long',
            percent: span % 2 === 0 ? 50 : 70,
            steps: span < 4 ? [] : [stepOf('wait', spinner, `${name}.2`, span)],
          },
        ],
      }
    case 'change':
      return { type: 'waitUntil', changes: 'city', timeoutSeconds: 3 * 86_400, onTimeout: 'skip' }
    default:
      return awaitTime(span)
  }
}

/** Returns a step that waits for an hour, or for the date in a record with an offset, with or without a time limit. */
function awaitTime(span: number): Step {
  const limit = { timeoutSeconds: 3 * 86_400, onTimeout: 'skip' } as const
  switch (span % 4) {
    case 0:
      return { type: 'waitUntil', at: '09:00' }
    case 1:
      return { type: 'waitUntil', at: '17:30' }
    case 2:
      return { type: 'waitUntil', column: 'day', offsetSeconds: 5 * 3_600 }
    default:
      return { type: 'waitUntil', column: 'day', offsetSeconds: -7 * 3_600, ...limit }
  }
}

/** Returns a simulated step with the present names of the table's columns in place of the original names. */
export function asNamed(table: KnownTable, step: Step): Step {
  return [...table.renamed].reduce((named, [first, now]) => renamedIn(named, first, now), step)
}

/** Returns a simulated step that names a renamed column by its new name. */
export function renamedIn(step: Step, from: string, to: string): Step {
  const text = JSON.stringify(step)
    .replaceAll(`{{ ${from} }}`, `{{ ${to} }}`)
    .replaceAll(`"column":"${from}"`, `"column":"${to}"`)
    .replaceAll(`"changes":"${from}"`, `"changes":"${to}"`)
  return JSON.parse(text) as Step
}
