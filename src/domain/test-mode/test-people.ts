import type { Cell, DataRecord } from '../record-cells.ts'
import type { Where } from '../spinner/where/where.ts'
import { columnKind } from '../table/column/column-kind.ts'
import type { Column } from '../table/data-table.ts'

/** The number of people to whom a test of a spinner writes, at most. */
export const maxTestPeople = 5

/** The origins of the people of a test: the audience of the spinner, other records of its table, or samples. */
export const testPeopleSources = ['audience', 'records', 'samples'] as const
export type TestPeopleSource = (typeof testPeopleSources)[number]

/** The people for whom a test of a spinner is requested. */
export type RequestedPeople =
  /** The records that a run of the spinner would take now, and other records or samples if there are none. */
  | { readonly kind: 'audience' }
  | { readonly kind: 'recordIds'; readonly ids: readonly string[] }
  /** Some records that meet a condition. */
  | { readonly kind: 'where'; readonly where: Where }
  | { readonly kind: 'samples' }

const samples = [
  { first: 'Ada', last: 'Lovelace', company: 'Analytical Engines', city: 'London', country: 'GB' },
  { first: 'Grace', last: 'Hopper', company: 'Compilers Inc', city: 'New York', country: 'US' },
  { first: 'Alan', last: 'Turing', company: 'Bletchley Labs', city: 'Manchester', country: 'GB' },
  { first: 'Emmy', last: 'Noether', company: 'Invariant', city: 'Göttingen', country: 'DE' },
  { first: 'Blaise', last: 'Pascal', company: 'Pascaline', city: 'Clermont-Ferrand', country: 'FR' },
] as const
type Sample = (typeof samples)[number]

const wordsInNames: readonly (readonly [RegExp, (sample: Sample) => string])[] = [
  [/first|given|vorname|prénom|nombre/iu, ({ first }) => first],
  [/last|sur|family|nachname|apellido/iu, ({ last }) => last],
  [/company|organi[sz]ation|firma|employer|account|entreprise|empresa/iu, ({ company }) => company],
  [/city|town|stadt|ort$|ville|ciudad/iu, ({ city }) => city],
  [/country|land|pays|país/iu, ({ country }) => country],
  [/name/iu, ({ first, last }) => `${first} ${last}`],
]

/** Returns five records with made-up people that fit the columns of a table, whose addresses nobody has. */
export function samplePeople(columns: readonly Column[], now: Date): readonly DataRecord[] {
  return samples.map((sample, index) =>
    Object.fromEntries(columns.map((column) => [column.name, sampleCell(column, sample, index, now)])),
  )
}

function sampleCell({ name, type, options = [] }: Column, sample: Sample, index: number, now: Date): Cell {
  const kind = type === undefined || type === 'text' ? columnKind(name) : type
  switch (kind) {
    case 'email':
      return `${sample.first.toLowerCase()}@example.com`
    case 'phone':
      return `+44 20 7946 000${index}`
    case 'number':
      return index + 1
    case 'date':
      return now.toISOString().slice(0, 10)
    case 'choice':
      return options[index % Math.max(1, options.length)] ?? null
    case 'text':
      return wordsInNames.find(([words]) => words.test(name))?.[1](sample) ?? `${name} ${index + 1}`
  }
}
